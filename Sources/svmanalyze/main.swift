import Glibc

// A closed pipe is an error to be said, not a reason to die silently.
signal(SIGPIPE, SIG_IGN)

exit(AnalyzeTool(arguments: Array(CommandLine.arguments.dropFirst())).run())

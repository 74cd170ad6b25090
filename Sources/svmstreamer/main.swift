import Glibc

// A closed pipe is an error to be said, not a reason to die silently.
signal(SIGPIPE, SIG_IGN)
// So is a file that may not grow any further.
signal(SIGXFSZ, SIG_IGN)

exit(StreamTool(arguments: Array(CommandLine.arguments.dropFirst())).run())

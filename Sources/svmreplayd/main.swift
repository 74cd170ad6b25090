import Glibc

// A reader that is gone is an error of its connection, not a reason to die.
signal(SIGPIPE, SIG_IGN)
// So is a recording that may not grow any further.
signal(SIGXFSZ, SIG_IGN)

exit(ReplayTool(arguments: Array(CommandLine.arguments.dropFirst())).run())

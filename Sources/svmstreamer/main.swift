import Glibc
import Terminal

Console(tool: "svmstreamer").say("--venue or --capture is needed")
exit(2)

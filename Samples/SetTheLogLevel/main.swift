import Foundation
import StadiumVisionSDK

// Setting the log level: what the SDK does is told on standard error.

// start method sets logs to INFO by default
let svm = StadiumVisionMobile.sharedInstance()
guard svm.start().isOk else { exit(1) }

// set the desired log level
svm.setLogLevel(SVM_API_LOG_DEBUG)
print("logging at DEBUG")

// some seconds of it; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)
svm.shutdown()

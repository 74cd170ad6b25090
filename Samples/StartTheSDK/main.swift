import Foundation
import StadiumVisionSDK

// Starting the SDK: an application does this once, when it is initialized.

// get a reference to the StadiumVision Mobile API
let svm = StadiumVisionMobile.sharedInstance()

// start the StadiumVision Mobile SDK
let status = svm.start()

// if an error occurred
if !status.isOk {
    // display the error description
    print("Error occurred: \(status.errorString ?? "")")
    exit(1)
}
print("started, service \(svm.getServiceState() == kSVMServiceStateUp ? "UP" : "DOWN")")
svm.shutdown()

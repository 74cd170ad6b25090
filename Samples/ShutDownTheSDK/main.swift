import Foundation
import StadiumVisionSDK

// Shutting down the SDK (optional): it pauses and goes on by itself when the Wi-Fi or the application comes and goes.

// subscribe to receive service state up / down change notifications
let token = NotificationCenter.default.addObserver(
    forName: kSVMServiceStateChangedNotification, object: nil, queue: nil
) { notify in
    let state = (notify.userInfo?[kSVMServiceStateObjectKey] as? NSNumber)?.uintValue ?? 0
    let reasons = (notify.userInfo?[kSVMServiceStateChangeReasonsObjectKey] as? NSNumber)?.uintValue ?? 0
    if state == kSVMServiceStateDown {
        print("*** SERVICE STATE: DOWN")
        // determine the reason why the service state went down
        if reasons & kSVMServiceDownReasonSDKNotRunning != 0 {
            print("SERVICE DOWN: SVM SDK was stopped")
        } else if reasons & kSVMServiceDownReasonWiFiDown != 0 {
            print("SERVICE DOWN: WiFi connection is down")
        } else if reasons & kSVMServiceDownReasonNoChannels != 0 {
            print("SERVICE DOWN: No valid licensed SVM channels available")
        } else if reasons & kSVMServiceDownReasonPoorQuality != 0 {
            print("SERVICE DOWN: Poor quality conditions detected")
        }
    } else if state == kSVMServiceStateUp {
        print("*** SERVICE STATE: UP")
    }
}

// get a reference to the api object
let svm = StadiumVisionMobile.sharedInstance()
guard svm.start().isOk else { exit(1) }

// some seconds of service; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)

// shutdown the StadiumVision Mobile SDK
svm.shutdown()
NotificationCenter.default.removeObserver(token)

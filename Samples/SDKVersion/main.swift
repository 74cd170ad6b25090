import StadiumVisionSDK

// Getting the SDK version string.

// get a reference to the api object
let svm = StadiumVisionMobile.sharedInstance()

// get the sdk version string
let sdkVersion = svm.version()
print("StadiumVision Mobile \(sdkVersion)")

// and the id by which a Reporter knows this device: an application shows it in its help
print("device \(svm.getDeviceUUID())")

import Foundation
import StadiumVisionSDK

// The demo application as a terminal program: each line of standard input is one key.

let screen = Screen()
let notifications = NotificationReader(screen)
let application = DemoApplication(screen)
guard application.begin() else { exit(1) }
while let line = readLine() {
    guard application.press(line.trimmingCharacters(in: .whitespaces)) else { break }
}
application.end()

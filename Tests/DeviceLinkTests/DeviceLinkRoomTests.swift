import DeviceLink
import Testing

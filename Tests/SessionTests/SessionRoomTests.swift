import Session
import Testing

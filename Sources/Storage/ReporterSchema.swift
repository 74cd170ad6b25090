/// The tables of uploads, and how older ones become the newest.
struct ReporterSchema: Sendable {
    /// Marks a database file as ours: "SVMR".
    static let application = 0x5356_4d52

    /// What makes version 1 of nothing, version 2 of version 1, and so on.
    var steps: [String]

    /// The newest version.
    var version: Int { steps.count }

    /// The schema of this program.
    ///
    /// What stands here was written once and stays: a change is another step.
    static let current = ReporterSchema(steps: [first])

    /// Times are milliseconds since 1970; what counts or sums up is kept true by triggers.
    private static let first = """
        CREATE TABLE device (
          id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, firstSeen INTEGER NOT NULL, lastSeen INTEGER NOT NULL,
          uploads INTEGER NOT NULL DEFAULT 0, latest INTEGER);
        CREATE INDEX deviceByLatest ON device (latest);
        CREATE TABLE accessPoint (
          id INTEGER PRIMARY KEY, bssid TEXT NOT NULL UNIQUE, name TEXT, ssid TEXT, uploads INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE upload (
          id INTEGER PRIMARY KEY AUTOINCREMENT, device INTEGER NOT NULL REFERENCES device (id),
          receivedAt INTEGER NOT NULL, timestamp INTEGER NOT NULL, version TEXT NOT NULL,
          accessPoint INTEGER REFERENCES accessPoint (id), interface TEXT, ssid TEXT, accessPointName TEXT,
          frequencyMHz INTEGER, signalDbm INTEGER, noiseDbm INTEGER, quality REAL, receiveKbps INTEGER,
          sendKbps INTEGER,
          announcement_session_id TEXT NOT NULL, announcement_session_title TEXT NOT NULL,
          announcementsMalformed INTEGER NOT NULL, announcementsNotAllowed INTEGER NOT NULL,
          announcementsReceived INTEGER NOT NULL, channelsAdded INTEGER NOT NULL, channelsPruned INTEGER NOT NULL,
          invalidJsonAnnouncements INTEGER NOT NULL, licenseMismatchAnnouncements INTEGER NOT NULL,
          listenerIgmpRestarts INTEGER NOT NULL, num_dropped_video_frames INTEGER NOT NULL,
          num_ts_discontinuities INTEGER NOT NULL, protection_windows INTEGER NOT NULL,
          session_link_indicator INTEGER NOT NULL, session_uptime INTEGER NOT NULL,
          statsUploadAttempts INTEGER NOT NULL, statsUploadFailures INTEGER NOT NULL,
          statsUploadSuccesses INTEGER NOT NULL, total_num_bytes_written INTEGER NOT NULL,
          versionMismatchAnnouncements INTEGER NOT NULL, window_error INTEGER NOT NULL,
          window_no_loss INTEGER NOT NULL, window_recovery_failures INTEGER NOT NULL,
          window_recovery_successes INTEGER NOT NULL, window_warning INTEGER NOT NULL);
        CREATE INDEX uploadByDevice ON upload (device, id);
        CREATE INDEX uploadByAccessPoint ON upload (accessPoint, id);
        CREATE INDEX uploadByTime ON upload (receivedAt);
        CREATE TRIGGER uploadAdded AFTER INSERT ON upload BEGIN
          UPDATE device SET uploads = uploads + 1, latest = new.id WHERE id = new.device;
          UPDATE accessPoint SET uploads = uploads + 1 WHERE id = new.accessPoint;
        END;
        CREATE TRIGGER uploadRemoved AFTER DELETE ON upload BEGIN
          UPDATE device SET uploads = uploads - 1,
            latest = CASE latest WHEN old.id
              THEN (SELECT max(id) FROM upload WHERE device = old.device) ELSE latest END
            WHERE id = old.device;
          DELETE FROM device WHERE id = old.device AND uploads <= 0;
          UPDATE accessPoint SET uploads = uploads - 1 WHERE id = old.accessPoint;
          DELETE FROM accessPoint WHERE id = old.accessPoint AND uploads <= 0;
        END;
        """

    /// Why a file is not one of ours to be used.
    enum Refusal: Error, Equatable {
        case newer(found: Int)
        case foreign
        case fault(DatabaseFault)
    }

    /// Brings the tables of `database` to the newest version.
    func bring(_ database: borrowing Database) throws(Refusal) {
        let application: Int
        let found: Int
        let tables: Int
        do throws(DatabaseFault) {
            application = try database.number("PRAGMA application_id")
            found = try database.number("PRAGMA user_version")
            tables = try database.number("SELECT count(*) FROM sqlite_schema")
        } catch {
            throw .fault(error)
        }
        guard application == Self.application || application == 0 && found == 0 && tables == 0 else { throw .foreign }
        guard found <= version else { throw .newer(found: found) }
        do throws(DatabaseFault) { try migrate(database, from: max(0, found)) } catch { throw .fault(error) }
    }

    private func migrate(_ database: borrowing Database, from found: Int) throws(DatabaseFault) {
        for number in found..<version {
            try database.run("BEGIN IMMEDIATE")
            do throws(DatabaseFault) {
                try database.run(steps[number])
                try database.run("PRAGMA user_version = \(number + 1)")
                try database.run("PRAGMA application_id = \(Self.application)")
                try database.run("COMMIT")
            } catch {
                database.rollBack()
                throw error
            }
        }
    }
}

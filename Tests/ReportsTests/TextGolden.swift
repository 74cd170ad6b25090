/// Texts that a person has read and found right.
enum TextGolden {
    static let venue = """
        FAIL  18 of 2136 packets were lost (1 of them came too late); FEC repaired 12, 6
              stayed missing on 1 of 4 channels.
        Likely    the network between the sender and this capture point.

        Capture   venue.pcapng: pcapng, EN10MB, time stamps in ns
                  4102 frames, 5.12 MB, 12.345 s from 2026-01-01 00:00:00.005 UTC
                  4 wrong checksums
        SAP       12 announcements of 3 sessions, 1 deleted, 1 malformed

        Channel                            Mb/s   received    lost repaired missing link
        Sideline                          1.093        627       9        9       0   10
          RTP/TS to 239.10.1.1:5004 from 10.1.1.10, SSRC 0x1fa313a2, h264 + aac,
            1280x720
        239.10.1.2:5004                   5.200        992       8        3       6    8
          RTP/TS from 10.1.1.10, SSRC 0x00000007, h265, 1920x1080
        239.10.1.3:1234                   1.100          -       -        0       0   10
          UDP/TS (204-byte packets) from 10.1.1.11, mpeg2, 720x576
        [ff3e::8000:1]:5006               1.536        500       0        0       0   10
          RTP without TS from 2001:db8::7, SSRC 0xffffffff

        Protection                           code repairs windows  whole repaired failed
        Sideline                       2022-1 5x5     250      25     20        5      0
          40.0 % overhead; link indicator 10 at the end, mean 9.8, lowest 9; 5 holes
            (3x1 2x3); at least 21 packets apart
        239.10.1.2:5004                2022-1 5x1     198     199    195        2      2
          20.0 % overhead (rows only); link indicator 8 at the end, mean 7.5, lowest 4;
            1 hole (1x8); 1 window still open at the end
        239.10.1.3:1234                      none       0      22     22        0      0
        [ff3e::8000:1]:5006                  none       0      18     18        0      0

        Pictures and time               pictures damaged   GOP ms breaks jitter ms
        Sideline                             150       0    500.0      0     0.457
          clock on PID 256: every 40.3 ms at most, jitter 123.5 us, drift -1.24 ppm
            (stamps in ns)
        239.10.1.2:5004                      240       3   1000.0      2     1.250
        239.10.1.3:1234                      300       0    480.0      0         -
          clock on PID 33: every 120.0 ms at most
        [ff3e::8000:1]:5006                    -       -        -      -     0.010

        Joins and leaves
          00:00:01.000 10.1.1.77 joins 239.10.1.1, first packet after 12.3 ms
          00:00:09.000 10.1.1.77 leaves 239.10.1.1

        Findings
          error    fec.unrecovered, 239.10.1.2:5004, frame 950, 00:00:00.950
                   6 packets stayed missing after repair.
          error    ts.continuity, 239.10.1.2:5004
                   The transport stream breaks off twice (PID 256).
          error    windows.failed, 239.10.1.2:5004
                   2 of 199 protection windows lost more than could be repaired.
          warning  sap.silent
                   "Bench" is announced at 239.10.1.9:5004, and not a packet of it was
                   captured.
          warning  rtp.loss, Sideline, frame 812, 00:00:00.812
                   9 of 636 packets never arrived in 5 holes, the longest of 3 packets.
          warning  rtp.late, 239.10.1.2:5004
                   1 packet arrived after the window had closed, too late to be played.
          warning  rtp.loss, 239.10.1.2:5004, frame 903, 00:00:00.900
                   8 of 1000 packets never arrived in 1 hole, the longest of 8 packets.
          warning  rtp.reset, 239.10.1.2:5004
                   The sender began its numbering anew once: it restarted, or another
                   one took over.
          info     capture.checksums
                   4 datagrams with a wrong IPv4 or UDP checksum; usual for a capture
                   made on the sending machine, so they were analysed all the same.
          info     rtp.reordered, Sideline
                   2 packets arrived behind later ones, at most 1 packet behind.
          info     rtp.duplicates, 239.10.1.2:5004
                   3 packets arrived more than once: a loop, two paths, or a capture
                   that sees a port twice.
          info     pcr.interval, 239.10.1.3:1234
                   PID 33: 120.0 ms between two clock references.

        Skipped   frames: 12 not IP, 3 fragments whose other parts never came, 40 IP but
                  not UDP
        UDP that is no channel
          10.1.1.9 to 10.1.1.1:53: 17 datagrams, dns

        """

    static let noChannel = """
        NO CHANNEL  No RTP, no transport stream and no announced channel in 812 frames:
                    700 TCP, 100 UDP, 12 ARP; the busiest UDP flow goes from 10.0.0.5 to
                    10.0.0.1:53.

        Capture   office.pcap: pcap, EN10MB, time stamps in us
                  812 frames, 90.21 kB, 61.000 s from 2026-01-01 00:00:00.000 UTC

        UDP that is no channel
          10.0.0.5 to 10.0.0.1:53: 90 datagrams

        """
}

import Clips
import History
import ObjectDelivery
import Pipeline
import Protection
import Timing

/// Every channel at one instant as a page: it works without scripts, and everything in it that others said is text.
struct InstantPage {
    /// Samples in a row of a picture on the page.
    private static let width = 480
    /// Characters of a message that are shown.
    private static let messageLength = 500
    /// Where one may go from here.
    private static let steps: [(name: String, length: StreamDuration)] = [
        ("−10 s", StreamDuration(seconds: -10)), ("−1 s", StreamDuration(seconds: -1)),
        ("−40 ms", StreamDuration(milliseconds: -40)), ("+40 ms", StreamDuration(milliseconds: 40)),
        ("+1 s", StreamDuration(seconds: 1)), ("+10 s", StreamDuration(seconds: 10)),
    ]
    /// What the page may load: pictures of this server, and its own style.
    static let policy =
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    let view: InstantView

    /// The page.
    var text: String {
        let shown = view.time.rfc3339(digits: 3).replacing("T", with: " ").replacing("Z", with: " UTC")
        let steps = Self.steps.map { step in
            "<a href=\"/at/\((view.time + step.length).epochSeconds)\">\(step.name)</a>"
        }
        let channels = view.channels.map(Self.article)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="dark">
            <title>\(shown) – every channel</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <header>
            <h1><time datetime="\(view.time.rfc3339(digits: 9))">\(shown)</time></h1>
            <nav aria-label="Other instants">\(steps.joined(separator: " ")) <a href="/at/-0">Live</a> \
            <a href="/">Replay desk</a></nav>
            </header>
            <main>
            \(channels.isEmpty ? "<p>No channel is known yet.</p>" : channels.joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    private static func article(_ channel: InstantView.Channel) -> String {
        var lines = ["<article>", "<h2>\(channel.name.htmlEscaped)</h2>"]
        if let picture = channel.picture {
            let time = clock(picture.plan.time)
            lines.append(
                "<img src=\"\(picture.address.htmlEscaped)&amp;width=\(width)\" width=\"\(width)\" "
                    + "alt=\"\(channel.name.htmlEscaped) at \(time)\">")
        }
        if let message = channel.message { lines.append("<blockquote>\(text(of: message.bytes))</blockquote>") }
        if let problem = channel.problem { lines.append("<p class=\"problem\">\(problem.htmlEscaped)</p>") }
        lines.append("<dl>")
        for (name, value) in facts(channel) {
            lines.append("<div><dt>\(name)</dt><dd>\(value.htmlEscaped)</dd></div>")
        }
        return (lines + ["</dl>", "</article>"]).joined(separator: "\n")
    }

    private static func facts(_ channel: InstantView.Channel) -> [(String, String)] {
        var facts: [(String, String)] = []
        if let plan = channel.picture?.plan {
            facts.append(("Picture", clock(plan.time)))
            if plan.lostPackets > 0 {
                let hurt = plan.isDamaged ? ", the picture is damaged" : ""
                facts.append(("Lost before it", "\(plan.lostPackets), rebuilt \(plan.recoveredPackets)\(hurt)"))
            }
        }
        if let record = channel.window?.record {
            facts.append(
                ("Window", "\(record.id): \(record.outcome.name), k \(record.k), d \(record.d), r \(record.r)"))
        }
        if let link = channel.linkIndicator { facts.append(("Link indicator", "\(link) of 10")) }
        if let message = channel.message { facts.append(("Message", clock(message.message.time))) }
        if channel.offset != .zero {
            facts.append(("Offset", "\(channel.offset.nanoseconds / 1_000_000) ms: its time is \(clock(channel.time))"))
        }
        return facts
    }

    private static func clock(_ time: StreamTime) -> String {
        String(time.rfc3339(digits: 3).dropFirst(11).dropLast())
    }

    private static func text(of bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return "\(bytes.count) bytes that are no text"
        }
        return String(text.prefix(messageLength)).htmlEscaped + (text.count > messageLength ? " …" : "")
    }

    private static let style = """
        body{margin:0;padding:1rem;font:1.05rem/1.4 system-ui,sans-serif;color:#f2f5f8;background:#101317;color-scheme:dark}\
        header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:baseline;margin-bottom:1rem}\
        h1,h2{margin:0;overflow-wrap:anywhere;unicode-bidi:isolate}h1{font-size:1.4rem}h2{font-size:1.15rem}\
        a{color:#ffd24a;padding:.2rem .3rem}\
        main{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr))}\
        article{background:#191e24;border:1px solid #2c343d;border-radius:.6rem;padding:.8rem}\
        img{display:block;width:100%;height:auto;background:#000;margin:.5rem 0}\
        blockquote{margin:.5rem 0;font-size:1.3rem;overflow-wrap:anywhere;unicode-bidi:isolate}\
        .problem{color:#f5b83d}dl{margin:0;font-size:.9rem}dl div{display:flex;gap:.6rem}\
        dt{color:#a9b4bf}dd{margin:0;overflow-wrap:anywhere}
        """
}

extension String {
    /// The text as HTML shows it, in elements and in attributes between quotation marks; control characters become spaces.
    var htmlEscaped: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{0}"..<" ", "\u{7f}"..."\u{9f}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

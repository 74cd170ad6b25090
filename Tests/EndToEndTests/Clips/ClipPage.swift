/// Plays files in a browser and reads the numbers that its pictures show.
struct ClipPage {
    /// What the browser made of a file.
    struct Showing: Decodable {
        /// Numbers of the pictures at the asked times; -1 where none can be read.
        var sought: [Int]
        /// Numbers of the pictures that playing showed; a busy machine shows not all of them.
        var played: [Int]
        var duration: Double
        /// What it complained of; empty for nothing.
        var error: String
    }

    let browser: Browser

    init(_ browser: Browser, at address: String) throws {
        self.browser = browser
        try browser.open(address + "/healthz")
    }

    /// Whether the browser plays playlists by itself.
    func playsLists() throws -> Bool {
        try browser.evaluate(
            "return document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';",
            as: Bool.self, within: 20)
    }

    /// Plays the file at an address of the server, a transport stream as the only segment of a playlist (RFC 8216), after it has shown the pictures at some times; a time of -n is so many
    /// seconds before the end.
    func show(_ address: String, at times: [Double], plays: Bool) throws -> Showing {
        try browser.evaluate(
            Self.script + "return await show('\(address)', \(times), \(plays));", as: Showing.self, within: 60)
    }

    /// ``PictureNumber`` in the page's language.
    private static let script = """
        const read = (canvas, video) => {
          const [width, height] = [video.videoWidth, video.videoHeight];
          [canvas.width, canvas.height] = [width, height];
          const context = canvas.getContext('2d', { willReadFrequently: true });
          context.drawImage(video, 0, 0);
          const [across, down] = [width / 8, Math.floor(height / 8)];
          let [number, check] = [0, 0];
          for (let bit = 0; bit < 32; bit++) {
            const left = Math.floor((bit % 8) * across + across / 4), top = Math.floor(bit / 8) * height / 8 + down / 4;
            const box = context.getImageData(left, Math.floor(top), Math.floor(across / 2), Math.floor(down / 2)).data;
            let sum = 0;
            for (let place = 1; place < box.length; place += 4) sum += box[place];
            const mean = sum / (box.length / 4);
            if (mean >= 90 && mean <= 165) return -1;
            if (mean > 165) { if (bit < 24) number += 2 ** bit; else check += 2 ** (bit - 24); }
          }
          const wanted = (number ^ (number >> 8) ^ (number >> 16) ^ 0xA5) & 0xFF;
          return check === wanted ? number : -1;
        };
        const listed = (address) => URL.createObjectURL(new Blob([[
          '#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:4', '#EXT-X-PLAYLIST-TYPE:VOD', '#EXTINF:3,',
          new URL(address, location.href).href, '#EXT-X-ENDLIST', ''].join(String.fromCharCode(10))],
          { type: 'application/vnd.apple.mpegurl' }));
        const show = async (address, times, plays) => {
          const showing = { sought: [], played: [], duration: 0, error: '' };
          const video = document.createElement('video');
          const canvas = document.createElement('canvas');
          video.muted = true;
          video.preload = 'auto';
          document.body.append(video);
          const happens = (name) => new Promise((done, fail) => {
            video.addEventListener(name, done, { once: true });
            video.addEventListener('error', () => fail(new Error(video.error?.message ?? 'error')), { once: true });
            setTimeout(() => fail(new Error('no ' + name)), 20000);
          });
          const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          try {
            const loaded = happens('loadeddata');
            video.src = address.includes('/clip.ts') ? listed(address) : address;
            await loaded;
            showing.duration = video.duration;
            for (const time of times) {
              const place = time < 0 ? video.duration + time : time;
              if (Math.abs(video.currentTime - place) > 1e-6) {
                const sought = happens('seeked');
                video.currentTime = place;
                await sought;
              }
              await painted();
              showing.sought.push(read(canvas, video));
            }
            if (plays) {
              const seen = () => {
                showing.played.push(read(canvas, video));
                video.requestVideoFrameCallback(seen);
              };
              const rewound = happens('seeked');
              video.currentTime = 0;
              await rewound;
              video.requestVideoFrameCallback(seen);
              const ended = happens('ended');
              await video.play();
              await ended;
            }
          } catch (error) { showing.error = String(error); }
          video.remove();
          return showing;
        };

        """
}

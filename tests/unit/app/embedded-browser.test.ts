import { expect, it } from "vitest";
import { isEmbeddedBrowser } from "@/components/ui/embedded-browser";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const pixel =
  "Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";

it.each([
  [
    "Instagram's on an iPhone",
    `${iPhone} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5; en_US)`,
  ],
  [
    "Instagram's on Android",
    `${pixel} Chrome/125.0.6422.113 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android`,
  ],
  [
    "TikTok's on an iPhone",
    `${iPhone} Mobile/15E148 musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store`,
  ],
  ["TikTok's on Android", `${pixel} Chrome/125.0 Mobile Safari/537.36 trill_340503 BytedanceWebview/d8a21c6`],
  ["Facebook's", `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.41.102;FBBV/602060281]`],
  ["another app's on Android", `${pixel} Chrome/125.0.6422.113 Mobile Safari/537.36`],
  ["another app's on an iPhone", `${iPhone} Mobile/15E148`],
])("the browser inside an app is recognised: %s", (_, userAgent) => {
  expect(isEmbeddedBrowser(userAgent)).toBe(true);
});

it.each([
  ["Safari", `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`],
  ["Chrome on an iPhone", `${iPhone} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Chrome on a computer",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36",
  ],
  ["Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0"],
  ["a header left out", ""],
])("a browser of its own is not taken for an app's: %s", (_, userAgent) => {
  expect(isEmbeddedBrowser(userAgent)).toBe(false);
});

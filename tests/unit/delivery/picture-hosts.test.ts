import { describe, expect, it } from "vitest";
import { imageKey, parseImageUrl } from "@/lib/delivery/social/image-proxy/allow-list";
import { adapterOfHost } from "@/lib/delivery/social/scrapecreators/adapters";

const emulator = "127.0.0.1:3005";

describe("an address for the image proxy", () => {
  it.each([
    "https://scontent-lax3-1.cdninstagram.com/v/t51/a.jpg?stp=dst-jpg&oe=6512",
    "https://scontent.cdninstagram.com/a.jpg",
    "https://instagram.fbru4-1.fna.fbcdn.net/a.jpg",
    "https://SCONTENT.CDNINSTAGRAM.COM/a.jpg",
    "https://p16-sign-va.tiktokcdn.com/obj/a.webp",
    "https://p16-common-sign.tiktokcdn-us.com/a.jpeg?x-expires=1",
    "https://p77-sign.tiktokcdn-eu.com/a.image",
    "https://scontent.cdninstagram.com:443/a.jpg",
    "https://i.ytimg.com/vi/5EWaxmWgQMI/hqdefault.jpg?sqp=a&rs=b",
    "https://img.youtube.com/vi/VREVC0wXPfs/maxresdefault.jpg",
    "https://yt3.ggpht.com/luna=s88-c-k",
    "https://yt3.googleusercontent.com/ytc/luna=s160-c-k",
    "http://127.0.0.1:3005/media/posts/1.png",
  ])("may be %s", (address) => {
    expect(parseImageUrl(address, [emulator])?.href).toBe(new URL(address).href);
  });

  it.each([
    ["nothing", ""],
    ["no address at all", "picture.jpg"],
    ["plain http", "http://scontent.cdninstagram.com/a.jpg"],
    ["another port", "https://scontent.cdninstagram.com:8443/a.jpg"],
    ["the bare domain", "https://cdninstagram.com/a.jpg"],
    ["an empty label before the domain", "https://.cdninstagram.com/a.jpg"],
    ["a host that ends alike", "https://evilfbcdn.net/a.jpg"],
    ["an allowed host as a label of another", "https://scontent.cdninstagram.com.evil.example/a.jpg"],
    ["a host that looks alike", "https://p16.tiktokcdn-evil.com/a.jpg"],
    ["a host beside a single one", "https://lh3.googleusercontent.com/a.jpg"],
    ["a host under a single one", "https://a.yt3.googleusercontent.com/a.jpg"],
    ["a host that ends like a single one", "https://evili.ytimg.com/a.jpg"],
    ["the rooted spelling of a name", "https://scontent.cdninstagram.com./a.jpg"],
    ["an allowed host as the user's name", "https://scontent.cdninstagram.com@evil.example/a.jpg"],
    ["an allowed host with credentials", "https://user:secret@scontent.cdninstagram.com/a.jpg"],
    ["an allowed host in the path", "https://evil.example/scontent.cdninstagram.com/a.jpg"],
    ["an allowed host in the fragment", "https://evil.example#.cdninstagram.com"],
    ["an allowed host behind a backslash", "https://evil.example\\.cdninstagram.com/a.jpg"],
    ["localhost", "http://localhost/"],
    ["localhost at the emulator's port", "http://localhost:3005/"],
    ["the machine itself", "https://127.0.0.1/"],
    ["the machine at another port", "http://127.0.0.1:5432/"],
    ["a shortened loopback", "http://127.1/"],
    ["a hexadecimal loopback", "http://0x7f000001/"],
    ["a decimal loopback", "http://2130706433/"],
    ["an octal loopback", "http://0177.0.0.1/"],
    ["everything", "http://0.0.0.0/"],
    ["IPv6's loopback", "http://[::1]/"],
    ["a mapped loopback", "http://[::ffff:127.0.0.1]/"],
    ["the cloud's own service", "http://169.254.169.254/latest/meta-data/"],
    ["a private network", "https://10.1.2.3/a.jpg"],
    ["a file", "file:///etc/passwd"],
    ["inline data", "data:image/png;base64,iVBORw0KGgo="],
    ["a script", "javascript:alert(1)"],
    ["ftp", "ftp://scontent.cdninstagram.com/a.jpg"],
    ["the emulator over https", "https://127.0.0.1:3005/a.png"],
    ["the emulator with credentials", "http://a:b@127.0.0.1:3005/a.png"],
    ["more than 3072 characters", `https://scontent.cdninstagram.com/${"a".repeat(3_072)}`],
  ])("may not be %s", (_what, address) => {
    expect(parseImageUrl(address, [emulator])).toBeNull();
  });

  it("is read by its real host, in any script", () => {
    // A browser treats full-width letters as the plain ones, and so must the shop.
    expect(parseImageUrl("https://scontent.ｃｄｎinstagram.com/a.jpg", [])?.hostname).toBe(
      "scontent.cdninstagram.com",
    );
  });

  it("of an emulator is refused without permission", () => {
    expect(parseImageUrl("http://127.0.0.1:3005/media/posts/1.png", [])).toBeNull();
  });
});

describe("a kept picture", () => {
  const key = (address: string) => imageKey(new URL(address));

  it("is the same under another signature and from another of Instagram's hosts", () => {
    expect(key("https://a.cdninstagram.com/v/1.jpg?stp=s480&oe=1&_nc_sid=2")).toBe(
      key("https://b.fna.fbcdn.net/v/1.jpg?stp=s480&oe=3"),
    );
  });

  it("differs by crop, path and platform", () => {
    const keys = [
      "https://a.cdninstagram.com/v/1.jpg?stp=s480",
      "https://a.cdninstagram.com/v/1.jpg?stp=s150",
      "https://a.cdninstagram.com/v/2.jpg?stp=s480",
      "https://p16.tiktokcdn.com/v/1.jpg",
      "http://127.0.0.1:3005/v/1.jpg?stp=s480",
      "http://127.0.0.1:3105/v/1.jpg?stp=s480",
    ].map(key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("belongs to the platform whose host it comes from", () => {
    expect(adapterOfHost("a.fbcdn.net")).toBe("instagram");
    expect(adapterOfHost("p16.tiktokcdn-us.com")).toBe("tiktok");
    expect(adapterOfHost("yt3.ggpht.com")).toBe("youtube");
    expect(adapterOfHost("127.0.0.1")).toBeNull();
  });
});

/** The first bytes of each format, enough to be recognised by. */
export const pictures = {
  png: bytes("\x89PNG\r\n\x1a\n", 600),
  jpeg: bytes("\xff\xd8\xff\xe0\0\x10JFIF", 600),
  gif: bytes("GIF89a", 600),
  webp: bytes("RIFF\x10\0\0\0WEBPVP8 ", 600),
  avif: bytes("\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf", 600),
  avifByCompatibility: bytes("\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", 600),
  heic: bytes("\0\0\0\x18ftypheic\0\0\0\0mif1heic", 600),
  heicByStructure: bytes("\0\0\0\x18ftypmif1\0\0\0\0mif1heic", 600),
  mp4: bytes("\0\0\0\x18ftypisom\0\0\0\0isomavc1", 600),
  svg: bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 600),
  html: bytes("<!doctype html><title>Log in</title>", 600),
};

function bytes(head: string, length: number): Buffer {
  return Buffer.concat([Buffer.from(head, "latin1")], Math.max(length, head.length));
}

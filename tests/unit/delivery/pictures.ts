/** The first bytes of each format, enough to be recognised by. */
export const pictures = {
  png: bytes("\x89PNG\r\n\x1a\n"),
  jpeg: bytes("\xff\xd8\xff\xe0\0\x10JFIF"),
  gif: bytes("GIF89a"),
  webp: bytes("RIFF\x10\0\0\0WEBPVP8 "),
  avif: bytes("\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf"),
  avifByCompatibility: bytes("\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf"),
  heic: bytes("\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
  heicByStructure: bytes("\0\0\0\x18ftypmif1\0\0\0\0mif1heic"),
  mp4: bytes("\0\0\0\x18ftypisom\0\0\0\0isomavc1"),
  svg: bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  html: bytes("<!doctype html><title>Log in</title>"),
};

function bytes(head: string): Buffer {
  return Buffer.concat([Buffer.from(head, "latin1")], 600);
}

import sharp from 'sharp'

/** Returns a PNG of 320 × 240 pixels with a ball on a background color such as #2f7d4f. */
export function drawPicture(color: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" width="320" height="240">
    <rect width="4" height="3" fill="${color}"/><circle cx="2" cy="1.5" r="1.1" fill="#fff" fill-opacity="0.85"/>
    <path d="M2 0.4a1.1 1.1 0 0 1 0 2.2z" fill="${color}" fill-opacity="0.5"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

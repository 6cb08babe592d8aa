import sharp from 'sharp'

// Decoded pixels are large, so they are not cached.
sharp.cache(false)

const SIDE = 320

/** Hand-drawn symbol for each kind of goods, on a 100 × 100 canvas. */
const SHAPES = {
  bottle:
    '<path d="M43 12h14v14c0 6 9 9 9 20v36a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6V46c0-11 9-14 9-20z"/><rect class="light" x="34" y="52" width="32" height="20"/>',
  loaf: '<path d="M16 48c0-18 15-22 34-22s34 4 34 22c0 6-4 9-4 9v19H20V57s-4-3-4-9z"/><path class="light" d="M32 38l8 10h-6l-8-10zM50 38l8 10h-6l-8-10zM68 38l8 10h-6l-8-10z"/>',
  apple:
    '<path d="M50 34c8-8 32-8 32 16 0 20-16 38-24 38-4 0-5-2-8-2s-4 2-8 2c-8 0-24-18-24-38 0-24 24-24 32-16z"/><path class="light" d="M51 30c0-10 8-16 18-16 0 10-8 16-18 16z"/>',
  sausage:
    '<rect x="12" y="38" width="76" height="26" rx="13"/><path class="light" d="M30 40h4l-6 22h-4zM48 40h4l-6 22h-4zM66 40h4l-6 22h-4z"/>',
  cheese:
    '<path d="M12 62L72 26c10 4 16 14 16 26v32H12z"/><circle class="light" cx="34" cy="70" r="6"/><circle class="light" cx="58" cy="60" r="8"/><circle class="light" cx="74" cy="74" r="5"/>',
  bag: '<path d="M28 18h44l-4 12 8 50a6 6 0 0 1-6 8H30a6 6 0 0 1-6-8l8-50z"/><rect class="light" x="36" y="46" width="28" height="22" rx="3"/>',
  box: '<path d="M20 32l30-14 30 14v40L50 86 20 72z"/><path class="light" d="M20 32l30 13 30-13-3-2-27 11-27-11z"/><rect class="light" x="30" y="54" width="12" height="12"/>',
  bar: '<rect x="18" y="30" width="64" height="42" rx="5"/><path class="light" d="M38 30h3v42h-3zM59 30h3v42h-3zM18 49h64v3H18z"/>',
  can: '<path d="M28 24c0-8 44-8 44 0v52c0 8-44 8-44 0z"/><rect class="light" x="28" y="40" width="44" height="20"/>',
  spray:
    '<path d="M38 30h20v10c8 4 12 10 12 20v22a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6V54c0-8 8-10 8-16zM34 16h28l12 8-4 6H38z"/><rect class="light" x="38" y="58" width="24" height="16" rx="3"/>',
  tube: '<path d="M34 14h32l-4 60H38z"/><rect x="40" y="76" width="20" height="12" rx="3"/><rect class="light" x="41" y="34" width="18" height="16" rx="3"/>',
  pencil: '<path d="M64 14l22 22-46 46-26 4 4-26z"/><path class="light" d="M58 26l16 16-4 4-16-16z"/>',
} as const
export type PictureShape = keyof typeof SHAPES

/** Returns the picture of a kind of goods as PNG. `tint` distinguishes goods of the same color. */
export function drawPicture({
  shape,
  colour,
  tint,
}: {
  shape: PictureShape
  colour: string
  tint: number
}): Promise<Buffer> {
  const turn = ((tint * 37) % 40) - 20
  const ground = `hsl(${(tint * 47) % 360} 35% 93%)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${SIDE}" height="${SIDE}">
    <style>.light { fill: #ffffff; fill-opacity: 0.55 }</style>
    <rect width="100" height="100" fill="${ground}"/>
    <g fill="${colour}" transform="rotate(${turn / 2} 50 50)">${SHAPES[shape]}</g></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}

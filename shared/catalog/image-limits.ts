/** Limits of the images of products and of logos. */

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const MAX_IMAGES_PER_PRODUCT = 10

/** Size of images from the largest phone cameras. A larger image is treated as a decompression bomb. */
export const MAX_IMAGE_PIXELS = 64_000_000

/** Maximum side length that WebP supports. A row of millions of pixels takes seconds, however few rows there are. */
export const MAX_IMAGE_SIDE = 16_383

/** Limits of the process that decodes an image. Rotating 64 million pixels takes 400 MB and 6 s. */
export const IMAGE_READER = {
  memoryBytes: 768 * 1024 ** 2,
  processorSeconds: 20,
  deadlineMs: 2 * 60_000,
  answerBytes: 128 * 1024 ** 2,
  atOnce: 2,
  isNative: true,
} as const

/** Longest side in pixels of the smaller sizes of an image. */
export const IMAGE_SIDES = { thumb: 200, card: 800 } as const

/** Largest picture that a till keeps, which is a thumb. */
export const MAX_THUMB_BYTES = 256 * 1024

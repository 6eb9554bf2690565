/** What a person should improve before a picture is taken. Null when it looks good. */
export type PictureProblem = 'oscura' | 'borrosa' | null

/** Mean luminance (0 to 255) below which a document cannot be read. */
const DARK = 55
/** Variance of the Laplacian below which edges are too soft. A sharp document has several hundred. */
const BLURRED = 22

/** Judges a small picture of RGBA pixels. It is cheap: one pass over some thousand pixels. */
export function judge(pixels: Uint8ClampedArray, width: number, height: number): PictureProblem {
  const light = new Float32Array(width * height)
  let sum = 0
  for (let at = 0; at < light.length; at += 1) {
    const value =
      0.299 * (pixels[at * 4] ?? 0) + 0.587 * (pixels[at * 4 + 1] ?? 0) + 0.114 * (pixels[at * 4 + 2] ?? 0)
    light[at] = value
    sum += value
  }
  if (sum / light.length < DARK) return 'oscura'
  return laplacianVariance(light, width, height) < BLURRED ? 'borrosa' : null
}

function laplacianVariance(light: Float32Array, width: number, height: number): number {
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const edge =
        4 * (light[at] ?? 0) -
        (light[at - 1] ?? 0) -
        (light[at + 1] ?? 0) -
        (light[at - width] ?? 0) -
        (light[at + width] ?? 0)
      sum += edge
      squares += edge * edge
      count += 1
    }
  }
  const mean = sum / count
  return squares / count - mean * mean
}

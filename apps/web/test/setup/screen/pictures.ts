/** A picture as a person chooses it from the device. */
export async function picture(name = 'foto.jpg'): Promise<File> {
  const canvas = new OffscreenCanvas(640, 480)
  canvas.getContext('2d')?.fillRect(0, 0, 320, 480)
  const type = 'image/jpeg'
  return new File([await canvas.convertToBlob({ type })], name, { type })
}

import { type APIRequestContext, expect } from '@playwright/test'
import sharp from 'sharp'

/** Uploads the photo and the identity document of a new maestro, and returns their URLs for the profile. */
export async function uploadDocuments(
  request: APIRequestContext,
  { id, headers }: { id: string; headers: Record<string, string> },
  photo?: Buffer,
): Promise<{ foto_perfil_url: string; ine_url: string }> {
  const plain = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#285aa0' } })
    .webp()
    .toBuffer()
  const upload = async (name: string, data: Buffer) => {
    const answer = await request.post(`/storage/v1/object/chat-media/${name}`, {
      headers: { ...headers, 'content-type': 'image/webp' },
      data,
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return `/storage/v1/object/public/chat-media/${name}`
  }
  const now = Date.now()
  return {
    foto_perfil_url: await upload(`profile-photos/${id}/${now}.webp`, photo ?? plain),
    ine_url: await upload(`ine_${id}_${now}.webp`, plain),
  }
}

import { comun } from '@maestros/dominio/textos'
import { camara } from '@maestros/dominio/textos-de-camara'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { judge, type PictureProblem } from './quality.ts'
import { fit, JPEG, paint } from './scale.ts'
import { encodeOffThread, type Frame } from './shrink-off-thread.ts'

type Props = {
  textos: { titulo: string; marco: string; alternativa: string }
  /** Whether the front camera takes a face, instead of the back camera a document. */
  face: boolean
  onPicture: (file: File) => void
  onClose: () => void
}

/** The viewfinder. Without a camera, or without permission, it offers the file picker instead. */
export default function CameraDialog({ textos, face, onPicture, onClose }: Props) {
  const { stream, failed } = useCamera(face ? 'user' : 'environment')
  // A stream without a first frame gives no picture.
  const [ready, setReady] = useState(false)
  const [taken, setTaken] = useState<Taken | null>(null)
  const video = useRef<HTMLVideoElement>(null)
  const problem = useProblem(video, stream !== null && taken === null)

  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream
  }, [stream])
  useEffect(() => () => void (taken && URL.revokeObjectURL(taken.url)), [taken])

  const take = async () => {
    if (!video.current) return
    // The frame stays while it is encoded and looked at; a hidden video would still be drawn.
    video.current.pause()
    const file = await capture(video.current)
    if (file) setTaken({ file, url: URL.createObjectURL(file) })
    else void video.current?.play()
  }
  const retake = () => {
    setTaken(null)
    void video.current?.play()
  }
  const pick = (file: File) => {
    onPicture(file)
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent closeLabel={comun.cerrar} className="sm:max-w-lg">
        <DialogTitle>{textos.titulo}</DialogTitle>
        <DialogDescription>{failed ? camara[failed] : textos.marco}</DialogDescription>
        {failed ? (
          <PickInstead face={face} onPick={pick} />
        ) : (
          <>
            <div className="relative mt-4 h-[min(26rem,56dvh)] overflow-hidden rounded-control bg-lightbox">
              <video
                ref={video}
                autoPlay
                playsInline
                muted
                onLoadedData={() => setReady(true)}
                aria-label={camara.vista}
                className={`size-full object-cover ${face ? '-scale-x-100' : ''}`}
              />
              {!stream && (
                <div className="absolute inset-0 grid place-items-center text-on-brand-panel">
                  <Spinner label={camara.abriendo} />
                </div>
              )}
              {stream && !taken && <FrameMask face={face} />}
              {taken && (
                <img
                  src={taken.url}
                  alt={textos.alternativa}
                  className="absolute inset-0 size-full bg-lightbox object-contain"
                />
              )}
            </div>
            <p role="status" className="mt-3 min-h-6 text-center font-medium">
              {stream && !taken && (problem ? camara[problem] : camara.bien)}
            </p>
            <div className="mt-3 grid grid-cols-2 gap-3">
              {taken ? (
                <>
                  <Button variant="outline" onClick={retake}>
                    {camara.repetir}
                  </Button>
                  <Button variant="next" onClick={() => pick(taken.file)}>
                    {camara.usar}
                  </Button>
                </>
              ) : (
                <Button variant="next" className="col-span-2" disabled={!ready} onClick={() => void take()}>
                  {camara.capturar}
                </Button>
              )}
            </div>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

type Taken = { file: File; url: string }

function PickInstead({ face, onPick }: { face: boolean; onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file) onPick(file)
  }
  return (
    <div className="mt-5 grid">
      <Button variant="next" className="min-h-13" onClick={() => input.current?.click()}>
        {camara.abrirCamara}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={face ? 'user' : 'environment'}
        hidden
        onChange={onChange}
      />
    </div>
  )
}

/** The person, the browser or the page's policy does not allow the camera. */
const isRefused = (cause: unknown) => cause instanceof DOMException && cause.name === 'NotAllowedError'

function useCamera(facingMode: 'user' | 'environment') {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [failed, setFailed] = useState<'sinPermiso' | 'sinCamara' | null>(null)
  useEffect(() => {
    let closed = false
    let opened: MediaStream | null = null
    const stop = () => {
      for (const track of opened?.getTracks() ?? []) track.stop()
    }
    openCamera(facingMode).then(
      (found) => {
        opened = found
        if (closed) stop()
        else setStream(found)
      },
      (cause) => setFailed(isRefused(cause) ? 'sinPermiso' : 'sinCamara'),
    )
    return () => {
      closed = true
      stop()
    }
  }, [facingMode])
  return { stream, failed }
}

/** Pages without HTTPS have no mediaDevices, for example on a home network. */
function openCamera(facingMode: 'user' | 'environment'): Promise<MediaStream> {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) return Promise.reject(new Error('no camera'))
  return devices.getUserMedia({
    audio: false,
    video: { facingMode, width: { ideal: 1920 }, height: { ideal: 1440 } },
  })
}

const SAMPLE = { width: 96, height: 72 }
const SAMPLE_MS = 600

/** Looks at the viewfinder now and then, on a picture small enough to cost nothing. */
function useProblem(video: { current: HTMLVideoElement | null }, active: boolean): PictureProblem {
  const [problem, setProblem] = useState<PictureProblem>(null)
  useEffect(() => {
    if (!active) return
    const canvas = Object.assign(document.createElement('canvas'), SAMPLE)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const look = () => {
      if (!context || !video.current || video.current.videoWidth === 0) return
      context.drawImage(video.current, 0, 0, SAMPLE.width, SAMPLE.height)
      const { data } = context.getImageData(0, 0, SAMPLE.width, SAMPLE.height)
      setProblem(judge(data, SAMPLE.width, SAMPLE.height))
    }
    const timer = setInterval(look, SAMPLE_MS)
    return () => clearInterval(timer)
  }, [video, active])
  return problem
}

const QUALITY = 0.92

/** The picture is not mirrored, although the viewfinder of the front camera is. */
async function capture(video: HTMLVideoElement): Promise<File | null> {
  const blob = (await captureOffThread(video)) ?? (await captureHere(video))
  return blob && new File([blob], 'camara.jpg', { type: JPEG })
}

async function captureOffThread(video: HTMLVideoElement): Promise<Blob | null> {
  const frame = await frameOf(video).catch(() => null)
  return frame && encodeOffThread(frame, QUALITY)
}

/** A bitmap is copied and converted on the page, which takes long for a large frame; a VideoFrame refers to the frame. */
const frameOf = async (video: HTMLVideoElement): Promise<Frame> =>
  typeof VideoFrame === 'function' ? new VideoFrame(video) : createImageBitmap(video)

function captureHere(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  fit(canvas, { width: video.videoWidth, height: video.videoHeight })
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  paint(context, video, canvas, JPEG)
  return new Promise((resolve) => canvas.toBlob(resolve, JPEG, QUALITY))
}

/** Where the face or the document should be: everything around it is darker. */
function FrameMask({ face }: { face: boolean }) {
  const shape = face
    ? 'M50 14c15 0 25 12 25 30 0 20-11 36-25 36S25 64 25 44c0-18 10-30 25-30Z'
    : 'M9 28h82a3 3 0 0 1 3 3v38a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V31a3 3 0 0 1 3-3Z'
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio={face ? 'xMidYMid slice' : 'none'}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path d={`M0 0h100v100H0Z${shape}`} fillRule="evenodd" className="fill-scrim" />
      <path d={shape} className="fill-none stroke-on-brand-panel" strokeWidth="0.8" />
    </svg>
  )
}

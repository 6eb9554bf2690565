import type { PasoConImagen } from '@maestros/dominio/onboarding/pasos'
import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { Camera, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTooLarge } from '#entities/picture/too-large.tsx'
import { privatePictureQuery, publicPictureUrl } from '#lib/client/stored-picture.ts'
import { Button } from '#ui/elements/button.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { lazyComponent, PendingMark } from '#ui/timing/lazy-component.tsx'
import { PhonePanel } from '../phone/phone-panel.tsx'
import {
  addPicture,
  isTooLarge,
  retryPicture,
  type Upload,
  useLocalPreview,
  useUpload,
} from '../pictures/uploads.ts'
import type { StepProps } from './step-props.ts'

const { imagen, imagenes } = textos

const CameraDialog = lazyComponent(() => import('#entities/picture/camera-dialog.tsx'), PendingMark)

export function SelfieStep(props: StepProps) {
  return (
    <div className="grid gap-5">
      <Picture {...props} paso="selfie" />
      {!props.mobile && <PhonePanel userId={props.userId} paso="selfie" done={props.form.selfie} />}
    </div>
  )
}

export function IneStep(props: StepProps) {
  return (
    <div className="grid gap-6">
      <Picture {...props} paso="ine" />
      {!props.mobile && <PhonePanel userId={props.userId} paso="ine" done={props.form.ine} />}
      <Picture {...props} paso="ine_reverso" />
      <Picture {...props} paso="comprobante_domicilio" />
    </div>
  )
}

/** One picture: taken on a phone, shown everywhere. */
function Picture({ userId, form, paso, errorOf, mobile }: StepProps & { paso: PasoConImagen }) {
  const [open, setOpen] = useState(false)
  const upload = useUpload(paso)
  const add = (file: File) => void addPicture(userId, paso, file)
  const { offer, hold } = useTooLarge(imagen.demasiadoGrande, (files) => files.forEach(add))
  const pick = (file: File) => {
    const large = isTooLarge(file)
    hold(large ? [file] : [])
    if (!large) add(file)
  }
  const name = form[paso]
  const error = errorOf(paso)
  const texts = imagenes[paso]
  const done = name !== '' && !upload
  const preparing = upload?.state === 'preparando'
  const optional = paso === 'ine_reverso' || paso === 'comprobante_domicilio'
  return (
    <section
      aria-label={texts.nombre}
      data-campo={paso}
      tabIndex={-1}
      className="grid gap-3 rounded-control outline-none"
    >
      <p className="flex items-center gap-2 font-semibold">
        {texts.nombre}
        {done && (
          <>
            <CircleCheck aria-hidden className="size-5 text-verified" />
            <span className="sr-only">{textos.completo}</span>
          </>
        )}
      </p>
      <Preview paso={paso} name={name} upload={upload} />
      {upload && <Progress upload={upload} onRetry={() => void retryPicture(paso)} />}
      {mobile ? (
        <Button
          variant={done || optional ? 'outline' : 'primary'}
          className="min-h-13"
          aria-busy={preparing}
          onClick={() => preparing || setOpen(true)}
        >
          <Camera aria-hidden />
          {done || upload ? texts.otra : texts.tomar}
        </Button>
      ) : (
        !done && <p className="text-muted-foreground text-pretty">{texts.escritorio}</p>
      )}
      {offer}
      {error && <FieldError id={`${paso}-error`}>{error}</FieldError>}
      {open && (
        <CameraDialog
          textos={{ ...texts, titulo: texts.nombre }}
          face={paso === 'selfie'}
          onPicture={pick}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function Preview({ paso, name, upload }: { paso: PasoConImagen; name: string; upload: Upload | undefined }) {
  const local = useLocalPreview(paso, name)
  const isPublic = paso === 'selfie'
  const { data } = useQuery({
    ...privatePictureQuery(name),
    enabled: name !== '' && !isPublic && local === undefined,
  })
  const stored = name === '' ? undefined : (local ?? (isPublic ? publicPictureUrl(name) : data))
  const src = upload?.preview ?? stored
  if (!src) return null
  return (
    <img
      src={src}
      alt={imagenes[paso].alternativa}
      className={isPublic ? 'size-40 rounded-card object-cover' : 'max-h-56 rounded-card object-contain'}
    />
  )
}

function Progress({ upload: { state, part }, onRetry }: { upload: Upload; onRetry: () => void }) {
  if (state === 'fallo') {
    return (
      <Button variant="outline" onClick={onRetry}>
        {imagen.reintentar}
      </Button>
    )
  }
  const { preparando, subiendo, esperando, ocupado } = imagen
  const label = { preparando, subiendo, esperando, ocupado }[state]
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-sm text-muted-foreground">
        {label}
      </p>
      {state === 'subiendo' && (
        <progress
          aria-label={imagen.avance}
          value={part}
          className="progress h-1.5 w-full overflow-hidden rounded-full"
        />
      )}
      {state === 'preparando' && <span className="sr-only">{comun.cargando}</span>}
    </div>
  )
}

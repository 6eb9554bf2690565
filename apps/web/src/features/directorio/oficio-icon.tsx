import {
  AirVent,
  Anvil,
  AppWindow,
  BrickWall,
  Bug,
  Cctv,
  Cylinder,
  Droplets,
  Flame,
  Grid2x2,
  Hammer,
  Heater,
  KeyRound,
  type LucideIcon,
  PaintRoller,
  PanelsTopLeft,
  Refrigerator,
  Router,
  Sofa,
  SolarPanel,
  Sparkles,
  SprayCan,
  Sprout,
  Truck,
  Umbrella,
  WashingMachine,
  Wrench,
  Zap,
} from 'lucide-react'
import { cn } from '#ui/class-names.ts'

const TINTS = {
  agua: 'bg-tint-agua text-ink-agua',
  luz: 'bg-tint-luz text-ink-luz',
  tierra: 'bg-tint-tierra text-ink-tierra',
  planta: 'bg-tint-planta text-ink-planta',
  metal: 'bg-tint-metal text-ink-metal',
  color: 'bg-tint-color text-ink-color',
} as const

type Look = { icon: LucideIcon; tint: keyof typeof TINTS }

/** The icons that the catalogue of trades names, with the tint of each. Only these icons are bundled. */
const LOOKS: Record<string, Look> = {
  'brick-wall': { icon: BrickWall, tint: 'tierra' },
  'air-vent': { icon: AirVent, tint: 'agua' },
  'app-window': { icon: AppWindow, tint: 'metal' },
  heater: { icon: Heater, tint: 'luz' },
  cctv: { icon: Cctv, tint: 'metal' },
  hammer: { icon: Hammer, tint: 'tierra' },
  'key-round': { icon: KeyRound, tint: 'luz' },
  cylinder: { icon: Cylinder, tint: 'agua' },
  bug: { icon: Bug, tint: 'planta' },
  zap: { icon: Zap, tint: 'luz' },
  'washing-machine': { icon: WashingMachine, tint: 'metal' },
  'spray-can': { icon: SprayCan, tint: 'planta' },
  anvil: { icon: Anvil, tint: 'metal' },
  umbrella: { icon: Umbrella, tint: 'agua' },
  flame: { icon: Flame, tint: 'luz' },
  router: { icon: Router, tint: 'metal' },
  sprout: { icon: Sprout, tint: 'planta' },
  sparkles: { icon: Sparkles, tint: 'color' },
  truck: { icon: Truck, tint: 'tierra' },
  'solar-panel': { icon: SolarPanel, tint: 'luz' },
  'paint-roller': { icon: PaintRoller, tint: 'color' },
  'grid-2x2': { icon: Grid2x2, tint: 'tierra' },
  droplets: { icon: Droplets, tint: 'agua' },
  refrigerator: { icon: Refrigerator, tint: 'agua' },
  'panels-top-left': { icon: PanelsTopLeft, tint: 'color' },
  sofa: { icon: Sofa, tint: 'color' },
}

const DEFAULT: Look = { icon: Wrench, tint: 'metal' }

const SIZES = {
  small: ['size-7 rounded-[0.5rem]', 'size-4'],
  large: ['size-12 rounded-control', 'size-6'],
} as const

type Props = { icono: string | null; size?: keyof typeof SIZES }

export function OficioIcon({ icono, size = 'large' }: Props) {
  const known = icono !== null && Object.hasOwn(LOOKS, icono)
  const { icon: Icon, tint } = (known && LOOKS[icono]) || DEFAULT
  const [ground, drawing] = SIZES[size]
  return (
    <span className={cn('grid shrink-0 place-items-center', ground, TINTS[tint])}>
      <Icon aria-hidden className={drawing} data-icon={known ? icono : 'default'} />
    </span>
  )
}

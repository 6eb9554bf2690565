/**
 * The hooks of React for the simulation, which has no screen: a root runs one function again after each change of its state, and then
 * its effects. React itself would need a document and real time. The bundle of a tab has this in place of React.
 */

type Deps = readonly unknown[] | undefined
type Effect = { kind: 'effect'; deps: Deps; end: (() => void) | undefined; run: (() => unknown) | null }
type Slot = { kind: 'value'; value: unknown; deps?: Deps } | Effect

let current: Root | undefined

class Root {
  slots: Slot[] = []
  at = 0
  scheduled = false
  ended = false
  render: () => void
  constructor(render: () => void) {
    this.render = render
  }
  slot<S extends Slot>(make: () => S): S {
    const slot = this.slots[this.at] ?? make()
    this.slots[this.at] = slot
    this.at += 1
    return slot as S
  }
  update() {
    if (this.ended) return
    this.scheduled = false
    this.at = 0
    const outer = current
    current = this
    try {
      this.render()
    } finally {
      current = outer
    }
    const effects = this.slots.filter((slot) => slot.kind === 'effect' && slot.run !== null) as Effect[]
    for (const effect of effects) effect.end?.()
    for (const effect of effects) {
      const end = effect.run?.()
      effect.run = null
      effect.end = typeof end === 'function' ? (end as () => void) : undefined
    }
  }
  schedule() {
    if (this.scheduled || this.ended) return
    this.scheduled = true
    queueMicrotask(() => this.update())
  }
  end() {
    this.ended = true
    for (const slot of this.slots) if (slot.kind === 'effect') slot.end?.()
  }
}

/** Returns the function that renders again with other properties, and the one that removes it. */
export function mount<P>(component: (props: P) => unknown, first: P) {
  let props = first
  const root = new Root(() => void component(props))
  root.update()
  return {
    set: (next: P) => {
      props = next
      root.schedule()
    },
    end: () => root.end(),
  }
}

function here(): Root {
  if (!current) throw new Error('a hook outside of a component')
  return current
}

const isSame = (one: Deps, other: Deps) =>
  one !== undefined && other !== undefined && one.every((dep, nth) => Object.is(dep, other[nth]))

const value = <T>(make: () => T) =>
  here().slot<Slot & { kind: 'value' }>(() => ({ kind: 'value', value: make() })) as { value: T; deps?: Deps }

export function useState<T>(initial: T | (() => T)) {
  const root = here()
  const slot = value<[T, (next: T | ((before: T) => T)) => void]>(() => {
    const state: [T, (next: T | ((before: T) => T)) => void] = [
      typeof initial === 'function' ? (initial as () => T)() : initial,
      (next) => {
        const changed = typeof next === 'function' ? (next as (before: T) => T)(state[0]) : next
        if (Object.is(changed, state[0])) return
        state[0] = changed
        root.schedule()
      },
    ]
    return state
  })
  return [...slot.value]
}

export const useRef = <T>(initial: T) => value(() => ({ current: initial })).value

export function useMemo<T>(make: () => T, deps: Deps): T {
  const slot = value(make)
  if (slot.deps && !isSame(slot.deps, deps)) slot.value = make()
  slot.deps = deps
  return slot.value
}

export const useCallback = <T>(callback: T, deps: Deps): T => useMemo(() => callback, deps)

export function useEffect(run: () => unknown, deps?: readonly unknown[]) {
  const slot = here().slot<Effect>(() => ({ kind: 'effect', deps: undefined, end: undefined, run: null }))
  if (!isSame(slot.deps, deps)) slot.run = run
  slot.deps = deps
}
export const useLayoutEffect = useEffect

export function useEffectEvent<A extends unknown[], R>(callback: (...args: A) => R) {
  const latest = useRef(callback)
  latest.current = callback
  return useRef((...args: A) => latest.current(...args)).current
}

export function useSyncExternalStore<T>(subscribe: (changed: () => void) => () => void, read: () => T): T {
  const root = here()
  const latest = useRef({ read, seen: undefined as T })
  latest.current = { read, seen: read() }
  useEffect(() => {
    const check = () => {
      if (!Object.is(latest.current.read(), latest.current.seen)) root.schedule()
    }
    const end = subscribe(check)
    check()
    return end
  }, [subscribe])
  return latest.current.seen
}

export const createContext = <T>(initial: T) => ({ initial })
export const useContext = <T>(context: { initial: T }): T => context.initial
export const createElement = () => null
export class Component {}

import { Device, Tab } from './browser.ts'
import { loadTabs } from './bundle.ts'
import { Chance, Clock } from './clock.ts'
import { Model, Wrong } from './model.ts'
import { Network } from './network.ts'
import {
  type Act,
  DEVICES,
  type DeviceName,
  type Name,
  type Schedule,
  scheduleOf,
  sentenceOf,
} from './schedule.ts'
import { type Chat, type Person, Server } from './server.ts'
import type { startApp, View } from './tab.ts'

/** Runs the schedule of a seed with the code of the app, and compares what happens with the model. */

const SESSION = 'sb-maestros-auth-token'
const PERSON = 'maestros-persona'

const personOf = (name: Name, digit: number, role: Person['role']): Person => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  role,
  email: name,
})
const chatId = (digit: number) => `00000000-0000-4000-8000-0000000000c${digit}`

/** The longest time that messages may take once nothing is wrong any more: a pause that the server has named, and a late answer. */
const HEAL_MS = 130_000
const STEP_MS = 2000
const NEW_TAB = 9
/** The least time that a sign-in takes after a sign-out. */
const FORM_MS = 2500

type Code = ReturnType<Awaited<ReturnType<typeof loadTabs>>>
type OpenTab = { page: Tab; code: Code; app: ReturnType<typeof startApp>; view: View | null; reports: number }

let loading: ReturnType<typeof loadTabs> | undefined

function prepare() {
  loading ??= loadTabs(
    new Tab(new World({ seed: 0, acts: [], endsAt: 0, oneVisible: false }).devices.phone, 0),
  )
  return loading
}

class World {
  clock = new Clock()
  chance: Chance
  schedule: Schedule
  server: Server
  network: Network
  model: Model
  people: Record<Name, Person> = {
    ana: personOf('ana', 1, 'buscador'),
    carla: personOf('carla', 3, 'buscador'),
    bruno: personOf('bruno', 2, 'maestro'),
  }
  devices: Record<DeviceName, Device>
  /** By device and number. */
  tabs = new Map<string, OpenTab>()
  load!: Awaited<ReturnType<typeof loadTabs>>
  wrong: Error | undefined
  /** The chat that the maestro looks at. */
  chatOfMaestro = 0
  nth = 0
  /** Until when something is wrong with a device, by the kind of that. */
  #until = new Map<string, number>()
  #signedOutAt = new Map<string, number>()

  constructor(schedule: Schedule) {
    this.schedule = schedule
    this.chance = new Chance(schedule.seed + 0x5eed)
    const { ana, carla, bruno } = this.people
    const chats: Chat[] = [ana, carla].map((buscador, nth) => ({
      id: chatId(nth + 1),
      buscador,
      maestro: bruno,
      messages: [],
      read: { buscador: 0, maestro: 0 },
    }))
    this.server = new Server([ana, carla, bruno], chats, this.clock, this.chance)
    this.network = new Network(this.server, this.clock, this.chance)
    const device = (name: DeviceName) => new Device(name, this.clock, this.chance, this.network)
    this.devices = { phone: device('phone'), computer: device('computer') }
    this.model = new Model(this.server)
    this.network.onCall = (call) => this.#checkCall(call)
    this.server.guard = (act) => this.#guard(act)
  }

  /** What is wrong ends the simulation, wherever it is noticed. */
  #guard(act: () => void) {
    try {
      act()
    } catch (cause) {
      this.wrong ??= cause instanceof Error ? cause : new Error(String(cause))
    }
  }

  /** One tab at a time sends the messages of a person, unless the other was frozen meanwhile. */
  #checkCall({ tab, request }: { tab: Tab; request: { path: string; body: Record<string, unknown> } }) {
    if (!request.path.endsWith('/send-message')) return
    for (const other of this.network.open) {
      if (other.request === request || !other.tab.alive || other.tab.device !== tab.device) continue
      if (
        !other.request.path.endsWith('/send-message') ||
        other.request.body.chat_id !== request.body.chat_id
      )
        continue
      if (other.tab.frozenAt >= other.since) continue
      this.#guard(() => {
        throw new Wrong(
          `"${request.body.contenido}" is sent while "${other.request.body.contenido}" of the same chat is sent`,
        )
      })
    }
  }

  signInStored(device: Device, person: Person) {
    device.stored.set(SESSION, JSON.stringify(this.server.openSession(person, device.offset)))
    const { id: userId, role } = person
    device.stored.set(PERSON, JSON.stringify({ userId, role, perfilCompleto: true }))
  }

  open(name: DeviceName, number: number): OpenTab {
    const key = `${name} ${number}`
    const known = this.tabs.get(key)
    if (known) return known
    this.nth += 1
    const page = new Tab(this.devices[name], this.nth)
    if (this.schedule.oneVisible) this.#hideOthers(page)
    page.enter()
    const code = this.load(page)
    const tab: OpenTab = { page, code, app: undefined as never, view: null, reports: 0 }
    this.tabs.set(key, tab)
    const chatOf = (userId: string) =>
      userId === this.people.bruno.id
        ? chatId(this.chatOfMaestro + 1)
        : chatId(userId === this.people.ana.id ? 1 : 2)
    tab.app = code.startApp(chatOf, (view) => {
      tab.view = view
      tab.reports += 1
      this.look(tab)
    })
    return tab
  }

  look(tab: OpenTab) {
    const { view } = tab
    if (view && tab.page.alive) this.#guard(() => this.model.look(tab.page, view))
  }

  close(key: string) {
    const tab = this.tabs.get(key)
    if (!tab) return
    this.tabs.delete(key)
    for (const typed of this.model.typed) if (typed.tab === tab.page && typed.unstored) typed.mayBeGone = true
    tab.page.close()
  }

  #hideOthers(page: Tab) {
    for (const other of this.tabs.values())
      if (other.page.device === page.device && other.page !== page) other.page.setVisible(false)
  }

  /** The person looks at this tab. */
  show(tab: OpenTab) {
    if (tab.page.frozen) tab.page.thaw()
    if (this.schedule.oneVisible) this.#hideOthers(tab.page)
    tab.page.later(0, () => {
      tab.page.setVisible(true)
      this.look(tab)
    })
  }

  /** Until then. A later act of the same kind may make it longer. */
  #during(kind: string, ms: number, end: () => void) {
    const until = Math.max(this.#until.get(kind) ?? 0, this.clock.now + ms)
    this.#until.set(kind, until)
    this.clock.after(ms, () => {
      if (this.#until.get(kind) === until) end()
    })
  }

  act(act: Act) {
    const device = this.devices[act.device]
    const key = `${act.device} ${act.tab}`
    const tab = this.tabs.get(key)
    // What a frozen page shows does not change, and nobody uses it.
    const awake = tab?.page.frozen ? undefined : tab
    switch (act.kind) {
      case 'open':
        return void this.open(act.device, act.tab)
      case 'close':
        return this.close(key)
      case 'type':
        return this.#inField(this.open(act.device, act.tab), (field) => this.#type(field, act))
      case 'draft':
        return this.#inField(this.open(act.device, act.tab), (field) =>
          this.#draft(field, this.model.newText()),
        )
      case 'hide':
        return awake?.page.setVisible(false)
      case 'show':
        return tab && this.show(tab)
      case 'freeze':
        return awake?.page.freeze()
      case 'up':
      case 'end':
        return awake?.page.run(() => awake.app.scroll(act.kind === 'end'))
      case 'sign-out':
        return awake?.page.run(() => this.#signOut(awake))
      case 'sign-in':
        return awake?.page.run(() => this.signIn(awake, act.name))
      case 'session-ended':
        return this.server.endSessions(this.people[this.chance.is(0.5) ? 'ana' : 'carla'])
      case 'silent-sockets':
        for (const { page } of this.tabs.values())
          if (page.device === device) for (const socket of page.sockets) socket.die()
        return
      case 'switch-chat':
        this.chatOfMaestro = 1 - this.chatOfMaestro
        for (const { page, app } of this.tabs.values())
          if (page.device === device) page.run(() => app.navigate())
        return
      case 'offline':
        device.setOnline(false)
        return this.#during(`offline ${device.name}`, act.ms, () => device.setOnline(true))
      case 'storage-full':
        device.full = true
        this.model.unsureDrafts.add(device.name)
        return this.#during(`full ${device.name}`, act.ms, () => {
          device.full = false
        })
      case 'limit':
        for (const person of Object.values(this.people)) {
          const isHere = (person === this.people.bruno) === (act.device === 'computer')
          if (isHere) this.server.limitedUntil.set(person.id, this.clock.now + act.ms)
        }
        return
      case 'bad-network':
        this.network.faults.set(device.name, act.faults)
        return this.#during(`bad ${device.name}`, act.ms, () => this.network.faults.delete(device.name))
      case 'clock':
        device.offset = act.offset
    }
  }

  /** A person writes only where a conversation is on the screen. */
  #inField(tab: OpenTab, act: (field: { tab: OpenTab; person: Person; chat: Chat }) => void) {
    this.show(tab)
    tab.page.later(50, () => {
      const session = tab.code.getSession()
      const chat = this.server.chats.find(({ id }) => id === tab.view?.chatId)
      const person = this.server.people.find(({ id }) => id === tab.view?.userId)
      if (!chat || !person || session.status !== 'signed-in' || session.leaving) return
      act({ tab, person, chat })
    })
  }

  #type({ tab, person, chat }: { tab: OpenTab; person: Person; chat: Chat }, act: Act & { kind: 'type' }) {
    const { device } = tab.page
    for (let nth = 0; nth < act.texts; nth += 1) {
      const text = this.model.newText(act.refused)
      const unstored = device.full
      this.model.typed.push({
        ...{ text, person, chat, device, tab: tab.page, at: this.clock.now },
        ...{ mayBeGone: false, unstored },
      })
      this.model.drafts.set(this.model.draftKey(device, person, chat), '')
      void tab.code.send(person.id, chat.id, text)
    }
  }

  #draft({ tab, person, chat }: { tab: OpenTab; person: Person; chat: Chat }, text: string) {
    this.model.drafts.set(this.model.draftKey(tab.page.device, person, chat), text)
    tab.code.setDraft(person.id, chat.id, text)
  }

  #signOut(tab: OpenTab) {
    const session = tab.code.getSession()
    const person = this.server.people.find(
      ({ id }) => session.status === 'signed-in' && id === session.userId,
    )
    if (!person) return
    this.model.signedOut(tab.page.device, person)
    this.#signedOutAt.set(tab.page.device.name, this.clock.now)
    void tab.code.signOut(() => undefined)
  }

  signIn(tab: OpenTab, name: Name) {
    const { device } = tab.page
    // Nobody fills in the form sooner. Until then the page that signs out ignores what other pages do.
    const isTooSoon = this.clock.now - (this.#signedOutAt.get(device.name) ?? -Infinity) < FORM_MS
    if (tab.code.getSession().status !== 'anonymous' || isTooSoon) return
    this.model.gone.delete(this.people[name])
    void tab.code.signIn({ email: name, password: 'secret' }, null)
  }

  /** Nothing is wrong any more, and people look at their screens. */
  heal() {
    this.network.faults.clear()
    for (const name of DEVICES) {
      const device = this.devices[name]
      device.full = false
      device.setOnline(true)
      if (device.tabs.size === 0) this.open(name, 0)
    }
    for (const tab of this.tabs.values()) {
      if (tab.page.frozen) tab.page.thaw()
      tab.page.later(0, () => {
        tab.page.setVisible(true)
        tab.app.scroll(true)
        this.look(tab)
      })
    }
  }

  personAt(device: Device): Person | undefined {
    const token: unknown = JSON.parse(device.stored.get(SESSION) ?? 'null')
    const id: unknown = Reflect.get(Object(Reflect.get(Object(token), 'user')), 'id')
    return this.server.people.find((person) => person.id === id)
  }

  checkEnd() {
    this.model.checkOrder()
    for (const name of DEVICES) {
      const device = this.devices[name]
      const person = this.personAt(device)
      for (const tab of this.tabs.values()) {
        if (tab.page.device !== device) continue
        if (person && !tab.view)
          throw new Wrong(
            `${person.email} sees no conversation in tab ${tab.page.id}: ${JSON.stringify(tab.code.getSession())}`,
          )
        if (person && tab.view) this.model.checkEnd(person, tab.view)
        const topics = this.server.realtime.topicsOf(tab.page)
        if (person && topics.length < 2)
          throw new Wrong(`a tab of ${name} hears only of ${topics.join() || 'nothing'}`)
        if (!person && tab.view)
          throw new Wrong(`a conversation is on the screen of ${name}, and nobody is signed in`)
      }
    }
  }

  /** Waits until everything is as it must be, and twice, so that nothing comes after it. */
  async settle() {
    const deadline = this.clock.now + HEAL_MS
    for (let good = 0; good < 2; ) {
      await this.runUntil(this.clock.now + STEP_MS)
      try {
        this.checkEnd()
        if (this.network.underWay === 0) good += 1
      } catch (cause) {
        if (this.clock.now >= deadline) throw cause
        good = 0
      }
    }
  }

  /** What a new page shows, and what a device has of those who have signed out. */
  async checkNewTabs() {
    const { phone } = this.devices
    const present = this.personAt(phone)
    for (const person of [this.people.ana, this.people.carla])
      if (person !== present && this.model.gone.has(person)) this.model.checkForgotten(phone, person)
    const tabs = DEVICES.map((name) => this.open(name, NEW_TAB))
    await this.runUntil(this.clock.now + STEP_MS)
    this.checkEnd()
    for (const { page, view } of tabs) {
      const person = this.personAt(page.device)
      if (person && view) this.model.checkDraft(page.device, person, view)
    }
  }

  /** What somebody typed whose session has ended is sent when they sign in again. */
  async deliverForOthers() {
    for (const name of ['ana', 'carla'] as const) {
      const person = this.people[name]
      if (this.personAt(this.devices.phone) === person || this.model.missing(person).length === 0) continue
      const tab = this.open('phone', NEW_TAB)
      tab.page.run(() => this.#signOut(tab))
      await this.runUntil(this.clock.now + 2 * STEP_MS)
      tab.page.run(() => this.signIn(tab, name))
      await this.settle()
      const now = this.personAt(this.devices.phone)
      if (now !== person) throw new Wrong(`${name} cannot sign in, and ${now?.email} is signed in`)
    }
  }

  async runUntil(end: number) {
    await this.clock.runUntil(end)
    if (this.wrong) throw this.wrong
  }
}

export type Result = { seed: number; wrong: string | null; steps: number }

/** Runs one seed. `wrong` says what is wrong, with the schedule. */
export async function simulate(seed: number): Promise<Result> {
  const load = await prepare()
  const schedule = scheduleOf(seed)
  const world = new World(schedule)
  world.load = load
  const onRejection = (cause: unknown) => {
    world.wrong ??= cause instanceof Error ? cause : new Error(String(cause))
  }
  process.on('unhandledRejection', onRejection)
  try {
    await runSchedule(world)
    return { seed, wrong: null, steps: world.clock.steps }
  } catch (cause) {
    const said = cause instanceof Wrong ? cause.message : cause instanceof Error ? cause.stack : String(cause)
    const lines = [`at ${(world.clock.now / 1000).toFixed(3)} s: ${said}`, ...schedule.acts.map(sentenceOf)]
    return { seed, wrong: lines.join('\n'), steps: world.clock.steps }
  } finally {
    for (const key of [...world.tabs.keys()]) world.close(key)
    process.off('unhandledRejection', onRejection)
  }
}

async function runSchedule(world: World) {
  const { schedule, devices, people } = world
  world.signInStored(devices.phone, people.ana)
  world.signInStored(devices.computer, people.bruno)
  world.open('phone', 0)
  world.open('computer', 0)
  for (const act of schedule.acts) {
    await world.runUntil(act.at)
    world.act(act)
  }
  await world.runUntil(schedule.endsAt)
  world.heal()
  await world.settle()
  await world.checkNewTabs()
  await world.deliverForOthers()
}

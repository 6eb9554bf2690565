import { Overloaded } from '../limits/overloaded.ts'

/**
 * Questions that come while the database is busy wait and leave together, as one statement: the busier the server,
 * the fewer statements a question costs. With a free lane a question waits for nothing but the end of the turn.
 *
 * Each caller (a key) has its own waiting list. A group takes one question of each key in turn, so that a caller with
 * many waiting questions delays another caller by one group at most.
 */
export interface Lanes<Question, Answer> {
  /** Rejects with `Overloaded` when the waiting list, or the key's share of it, is full. */
  ask(question: Question, key: string): Promise<Answer>
}

interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

/** Questions that wait at once: some 50 ms of work for each key, and some 200 ms for all together. */
const WAITING = 2000
const WAITING_PER_KEY = 500
const RETRY_SECONDS = 1

export function openLanes<Question, Answer>(options: {
  /** Statements under way at once. */
  lanes: number
  /** Questions of one statement at most. */
  together: number
  /** Answers in the order of the questions. */
  ask(questions: Question[]): Promise<Answer[]>
}): Lanes<Question, Answer> {
  // The map's order is the order of turns: a key that was served goes to the end.
  const lines = new Map<string, Waiting<Question, Answer>[]>()
  let waiting = 0
  let free = options.lanes
  let called = false

  // At the end of the turn, when every request that has already arrived was read.
  const call = () => {
    if (called || free === 0 || waiting === 0) return
    called = true
    setImmediate(leave)
  }

  const leave = () => {
    called = false
    while (free > 0 && waiting > 0) {
      free -= 1
      void send(nextGroup())
    }
  }

  const nextGroup = () => {
    const group: Waiting<Question, Answer>[] = []
    while (group.length < options.together && waiting > 0) {
      for (const [key, line] of lines) {
        lines.delete(key)
        const next = line.shift()
        if (line.length > 0) lines.set(key, line)
        if (!next) continue
        group.push(next)
        waiting -= 1
        break
      }
    }
    return group
  }

  const send = async (group: Waiting<Question, Answer>[]) => {
    try {
      const answers = await options.ask(group.map(({ question }) => question))
      for (const [i, one] of group.entries()) settle(one, answers[i])
    } catch (reason) {
      for (const one of group) one.reject(reason)
    }
    free += 1
    call()
  }

  return {
    ask: (question, key) =>
      new Promise((resolve, reject) => {
        const line = lines.get(key) ?? []
        if (waiting >= WAITING || line.length >= WAITING_PER_KEY) return reject(new Overloaded(RETRY_SECONDS))
        if (line.length === 0) lines.set(key, line)
        line.push({ question, resolve, reject })
        waiting += 1
        call()
      }),
  }
}

function settle<Question, Answer>(one: Waiting<Question, Answer>, answer: Answer | undefined) {
  if (answer === undefined) one.reject(new Error('a question was left without its answer'))
  else one.resolve(answer)
}

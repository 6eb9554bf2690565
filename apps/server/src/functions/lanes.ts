/**
 * Questions that come while the database is busy wait and leave together, as one statement: the busier the server,
 * the fewer statements a question costs. With a free lane a question waits for nothing but the end of the turn.
 */
export interface Lanes<Question, Answer> {
  ask(question: Question): Promise<Answer>
}

interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

export function openLanes<Question, Answer>(options: {
  /** Statements under way at once. */
  lanes: number
  /** Questions of one statement at most. */
  together: number
  /** Answers in the order of the questions. */
  ask(questions: Question[]): Promise<Answer[]>
}): Lanes<Question, Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let free = options.lanes
  let called = false

  // At the end of the turn, when every request that has already arrived was read.
  const call = () => {
    if (called || free === 0 || waiting.length === 0) return
    called = true
    setImmediate(leave)
  }

  const leave = () => {
    called = false
    while (free > 0 && waiting.length > 0) {
      const group = waiting.slice(0, options.together)
      waiting = waiting.slice(options.together)
      free -= 1
      void send(group)
    }
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
    ask: (question) =>
      new Promise((resolve, reject) => {
        waiting.push({ question, resolve, reject })
        call()
      }),
  }
}

function settle<Question, Answer>(one: Waiting<Question, Answer>, answer: Answer | undefined) {
  if (answer === undefined) one.reject(new Error('a question was left without its answer'))
  else one.resolve(answer)
}

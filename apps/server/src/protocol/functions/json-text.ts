/** An answer as JSON text. `Value` is the type of the parsed text; the tests parse it and compare. */
export class JsonText<out Value> {
  readonly body: string | Buffer
  /** Never set. It binds the type of the value to the text. */
  declare readonly value: Value
  constructor(body: string | Buffer) {
    this.body = body
  }
}

/** Some rows of a list, and how many the whole list has. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

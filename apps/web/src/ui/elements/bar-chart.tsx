type Bar = {
  key: string
  /** The name of the bar in the table and in its tooltip. */
  label: string
  value: number
  /** The value as it is written, for example with thousands separators. */
  text: string
}

type Props = {
  bars: Bar[]
  /** The caption of the table. */
  caption: string
  /** The headings of the two columns of the table. */
  columns: [label: string, value: string]
  /** Written below the first and the last bar. */
  ends: [first: string, last: string]
  /** The highest value as it is written, at the upper edge. */
  top: string
}

/** The width of one bar with its gap, and the height of the highest bar, in units of the drawing. */
const STEP = 10
const WIDTH = 7
const HEIGHT = 100
/** A day with few of many is still visible. */
const LOWEST = 3

/**
 * A small bar chart. The drawing is hidden from screen readers, which get the same figures as a table. It scales to any
 * width: only the bars are drawn, all text is HTML and keeps its size.
 */
export function BarChart({ bars, caption, columns, ends, top }: Props) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <div>
      <div aria-hidden>
        <div className="mb-1 text-right text-sm leading-none text-muted-foreground tabular-nums">{top}</div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-24 w-full border-y border-t-border border-b-control"
        >
          {bars.map(({ key, label, value, text }, index) => {
            const height = value === 0 ? 0 : Math.max(LOWEST, (value / highest) * HEIGHT)
            return (
              <g key={key} className="group">
                <title>{`${label}: ${text}`}</title>
                {/* The whole column reacts to the pointer, not only its bar. */}
                <rect x={index * STEP} width={STEP} height={HEIGHT} className="fill-transparent" />
                <rect
                  data-bar={key}
                  x={index * STEP + (STEP - WIDTH) / 2}
                  y={HEIGHT - height}
                  width={WIDTH}
                  height={height}
                  className="fill-primary group-hover:fill-accent-strong"
                />
              </g>
            )
          })}
        </svg>
        <div className="mt-1 flex justify-between text-sm text-muted-foreground">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col">{columns[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, text }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

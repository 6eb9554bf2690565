import { unacceptableFilter } from '../errors.ts'
import type { EmbedPlan } from '../plan.ts'
import type { BinaryOperator, Condition, Operation } from '../tree.ts'
import { bind, bindAs, type Draft, fieldSql, type Scope } from './statement.ts'

const OPERATORS: Record<BinaryOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const OF_TEXT: readonly BinaryOperator[] = ['like', 'ilike']
const IS = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' }
const FULL_TEXT = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

/** The SQL condition that is true when a row has the embedded resource. */
export type EmbedCondition = (embed: EmbedPlan) => string

export interface Rows {
  scope: Scope
  embeds: EmbedPlan[]
  exists: EmbedCondition
}

export function conditionSql(draft: Draft, rows: Rows, condition: Condition): string {
  if (condition.kind === 'logic') {
    const parts = condition.conditions.map((inner) => conditionSql(draft, rows, inner))
    return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.operator} `)})`
  }
  const { field, operation, negated } = condition
  const embed = rows.embeds.find(({ name, spread }) => name === field.name && !spread)
  if (embed && !rows.scope.table.columns.has(field.name)) {
    if (operation.kind !== 'is' || (operation.value !== 'null' && operation.value !== 'not_null')) {
      throw unacceptableFilter(field.name)
    }
    return `${(operation.value === 'null') !== negated ? 'not ' : ''}${rows.exists(embed)}`
  }
  const left = fieldSql(draft, rows.scope, field)
  return `${negated ? 'not ' : ''}(${operationSql(draft, left, operation)})`
}

function operationSql(draft: Draft, left: { sql: string; type: string }, operation: Operation): string {
  switch (operation.kind) {
    case 'is':
      return `${left.sql} is ${IS[operation.value]}`
    case 'isdistinct':
      return `${left.sql} is distinct from ${bindAs(draft, operation.value, left.type)}`
    case 'in': {
      const { values } = operation
      const literal = values.length === 1 && values[0] === '' ? '{}' : arrayLiteral(values)
      return `${left.sql} = any (${bind(draft, literal)}::${left.type}[])`
    }
    case 'fts': {
      const language = () =>
        operation.language === undefined ? '' : `${bind(draft, operation.language)}::regconfig, `
      const vector = left.type === 'tsvector' ? left.sql : `to_tsvector(${language()}${left.sql})`
      return `${vector} @@ ${FULL_TEXT[operation.operator]}(${language()}${bind(draft, operation.value)})`
    }
    case 'binary':
      return binarySql(draft, left, operation)
  }
}

function binarySql(
  draft: Draft,
  left: { sql: string; type: string },
  { operator, quantifier, value }: Extract<Operation, { kind: 'binary' }>,
): string {
  const type = OF_TEXT.includes(operator) ? 'text' : left.type
  const written = operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
  const right =
    quantifier === undefined
      ? bindAs(draft, written, type)
      : `${quantifier} (${bind(draft, written)}::${type}[])`
  return `${left.sql} ${OPERATORS[operator]} ${right}`
}

const arrayLiteral = (values: string[]) =>
  `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

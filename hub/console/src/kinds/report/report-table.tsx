import { Anchor, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/use-text.ts'
import { ariaSort, HeadButton } from '../list/head-button.tsx'
import { headText } from '../list/head-text.ts'
import type { View } from '../list/view.ts'
import tableClasses from '../table.module.css'
import { changeSince } from './change-since.ts'
import { figureOf, writeFigure } from './figures.ts'
import classes from './report.module.css'
import type { DrillDown, Figure, Report, ReportDefinition, RowWords } from './report-definition.ts'

interface ReportTableProps {
  definition: ReportDefinition
  words: RowWords
  /** Visible figures, in order. */
  figures: readonly Figure[]
  report: Report
  view: View
  onChange: (view: View) => void
}

export function ReportTable({ definition, words, figures, report, view, onChange }: ReportTableProps) {
  const t = useText()
  const { texts, main } = definition
  const { totals, compared, earlierSales } = report
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled with the keyboard
    <section className={classes.scroller} aria-label={t(`${texts}.title`)} tabIndex={0}>
      <table className={`${tableClasses.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {t(rowHead(definition, words))}
            </th>
            {figures.map((figure) => (
              <th
                key={figure.id}
                scope="col"
                data-text={figure.kind === 'text' || undefined}
                aria-sort={ariaSort(view, figure.sort)}
              >
                <HeadButton
                  text={headText(t, texts, figure)}
                  sort={figure.sort}
                  view={view}
                  onChange={onChange}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.items.map((row) => {
            const before = (row as { compared?: object | null }).compared
            const detail = definition.detailOf?.(row as never, words)
            return (
              <tr key={definition.keyOf(row as never)}>
                <th scope="row" className={classes.name}>
                  {definition.nameOf(row as never, words)}
                  {detail && <small>{detail}</small>}
                </th>
                {figures.map((figure) => (
                  <td key={figure.id} data-text={figure.kind === 'text' || undefined}>
                    {figure.id === main ? (
                      <Leading behind={definition.behind(row as never)}>
                        {writeFigure(figure.kind, figureOf(figure, row), words.format)}
                      </Leading>
                    ) : (
                      writeFigure(figure.kind, figureOf(figure, row), words.format) || (compared ? '—' : '')
                    )}
                    {compared && <Before figure={figure} words={words} now={row} before={before ?? null} />}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              <th scope="row" className={classes.name}>
                {t('report.totals')}
              </th>
              {figures.map((figure) => (
                <td key={figure.id}>
                  {writeFigure(figure.kind, figureOf(figure, totals), words.format)}
                  {compared && <Before figure={figure} words={words} now={totals} before={compared.totals} />}
                </td>
              ))}
            </tr>
            {earlierSales && (
              <tr>
                <th scope="row" className={classes.name}>
                  {t(`${texts}.earlierSales`)}
                </th>
                {figures.map((figure) => (
                  <td key={figure.id}>
                    {writeFigure(figure.kind, figureOf(figure, earlierSales), words.format)}
                  </td>
                ))}
              </tr>
            )}
          </tfoot>
        )}
      </table>
    </section>
  )
}

/** Returns the text key of the first column's header: that of the grouping, or else that of the report. */
const rowHead = ({ texts }: ReportDefinition, { query: { groupBy } }: RowWords): string =>
  groupBy ? `report.groupBy_${groupBy}` : `${texts}.name`

/** Link to the records behind a figure. With several lists, opens a menu of them. */
function Leading({ behind, children }: { behind: readonly DrillDown[]; children: string }) {
  const t = useText()
  const [only, ...others] = behind
  if (!only || !children) return children
  if (others.length === 0)
    return (
      <Anchor
        title={t(`report.behind_${only.key}`)}
        renderRoot={(props) => <Link to={only.to as '/'} search={only.search as never} {...props} />}
      >
        {children}
      </Anchor>
    )
  return (
    <Menu>
      <Menu.Target>
        <Anchor component="button" type="button">
          {children}
        </Anchor>
      </Menu.Target>
      <Menu.Dropdown>
        {behind.map(({ key, to, search }) => (
          <Menu.Item
            key={key}
            renderRoot={(props) => <Link to={to as '/'} search={search as never} {...props} />}
          >
            {t(`report.behind_${key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Shows the figure of the second period and, except for percentages, the change since then. */
function Before(props: { figure: Figure; words: RowWords; now: object; before: object | null }) {
  const { figure, words, now, before } = props
  const t = useText()
  const old = before ? figureOf(figure, before) : null
  const isShare = figure.kind === 'percent' || figure.kind === 'ratio'
  const change = isShare ? null : changeSince(old, figureOf(figure, now))
  return (
    <small className={classes.before}>
      {old === null || old === undefined ? '—' : writeFigure(figure.kind, old, words.format)}
      {typeof change === 'number' && (
        <span data-change={change > 0 ? 'up' : 'down'}>
          {` ${change > 0 ? '+' : '−'}${words.format.percent(Math.abs(change))}`}
        </span>
      )}
      {change === 'too-little-data' && <span title={t('home.tooLittleData')}>{' —'}</span>}
    </small>
  )
}

import { Alert, Badge, Button, Collapse, Group, Modal, Text } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useReducer, useState } from 'react'
import type { DocumentItem } from '#shared/contracts/documents.ts'
import { createOf, postOf, removeOf, unpostOf, updateOf } from '#shared/contracts/endpoint.ts'
import { SalePostingQuery } from '#shared/contracts/postings.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { newId } from '#shared/std/ids.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useSession } from '../../api/session.ts'
import { useOrganization } from '../../api/use-organization.ts'
import type { Difference } from '../../forms/edited.ts'
import { contractErrors, type FormErrors, isMerged, refusalErrors } from '../../forms/form-errors.ts'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton, useWhyNot } from '../../shell/action-button.tsx'
import { showDone, showProblem } from '../../shell/messages.ts'
import { PageHeader } from '../page-header.tsx'
import { Discard } from '../record/discard.tsx'
import { FieldInput } from '../record/field-input.tsx'
import record from '../record/record.module.css'
import classes from './document.module.css'
import { DocumentConflict } from './document-conflict.tsx'
import type { DocumentDefinition, Draft } from './document-definition.ts'
import { bodyOf, draftOf, edit, mergeDraft } from './draft.ts'
import { isPricedTable } from './line-columns.ts'
import { LineGrid } from './line-grid.tsx'
import { Movements } from './movements.tsx'
import { Obstacles, type Override } from './obstacles.tsx'
import { Postings } from './postings.tsx'
import { PrintDialog } from './print-dialog.tsx'
import { termsOf, totalsOf } from './totals.ts'
import { Totals } from './totals-line.tsx'
import { useFoundDraft, useKeepDraft } from './use-kept-draft.ts'
import { Warnings } from './warnings.tsx'

interface DocumentEditorProps {
  definition: DocumentDefinition
  /** Document to edit, or null for a new one. */
  item: DocumentItem | null
  begin: Draft | null
  /** Called after a new document was saved. */
  onBorn: (id: string) => void
}

/** Initial draft when the page did not keep the original. Everything then counts as input. */
const NO_DRAFT: Draft = { header: {}, lines: [] }

type Action = 'save' | 'post' | 'unpost'

/** Validation error of the contract. Nothing was sent. */
class Unfit extends Error {
  readonly errors: FormErrors

  constructor(errors: FormErrors) {
    super('The draft violates its contract')
    this.errors = errors
  }
}

export function DocumentEditor({ definition, item: current, begin, onBorn }: DocumentEditorProps) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const organization = useOrganization()
  const session = useSession()
  const employeeId = session.state === 'signed-in' ? session.me.employeeId : null
  const { table, texts, path } = definition
  const { base, area } = table
  const isAllowed = useMay()
  const whyNotOf = useWhyNot()
  const whyNot = (action: string) => whyNotOf(`${area}.${action}` as Permission)
  /**
   * Document on which the draft is based. A save sends its version, so that it does not silently overwrite
   * another user's save.
   */
  const [item, setItem] = useState(current)
  const keptId = item?.id ?? 'new'

  const found = useFoundDraft(base, keptId)
  const [start] = useState(() => {
    const saved = item
      ? draftOf(definition, item)
      : { header: defaults(definition, organization?.vatIncluded ?? true, employeeId), lines: [] as const }
    const begun: Draft = begin ? { header: { ...saved.header, ...begin.header }, lines: begin.lines } : saved
    if (!found || begin || item?.status === 'Posted') return { draft: begun, saved, differences: [] }
    if (found.version === (item?.version ?? null)) return { draft: found.draft, saved, differences: [] }
    return { saved, ...mergeDraft(found.begin ?? NO_DRAFT, found.draft, saved) }
  })
  const [editing, perform] = useReducer(edit, { draft: start.draft, saved: start.saved, past: [] })
  /** Current conflict with another user's save. */
  const [differences, setDifferences] = useState<readonly Difference[]>(start.differences)
  /** The user's own draft, kept while another draft or another user's posted document is shown instead. */
  const [aside, setAside] = useState<Draft | null>(
    found && (begin || item?.status === 'Posted') ? found.draft : null,
  )
  const [isFound, setFound] = useState(start.draft === found?.draft)
  const [errors, setErrors] = useState<FormErrors>({})
  const [shown, setShown] = useState<{ index: number } | null>(null)
  const [isPrinting, printing] = useDisclosure(false)
  const [isDeleting, deleting] = useDisclosure(false)
  const [isMore, more] = useDisclosure(false)
  // The id of a new document. A retry after a lost response reuses it, so that only one document is created.
  const [madeId] = useState(newId)

  const { draft, saved } = editing
  const isPosted = item?.status === 'Posted'
  const isDirty = draft !== saved
  const whyNotSave = whyNot(item ? 'update' : 'create')
  /** Reason why posting is not allowed. Users who cannot change a saved draft may still be allowed to post it. */
  const whyNotPost = (isDirty || !item ? whyNotSave : undefined) ?? whyNot('post')
  const bound = item && definition.bound?.(item)
  const whyBound = bound ? t(bound) : undefined
  const isReadOnly = isPosted || whyNotSave !== undefined
  const terms = termsOf(table, draft.header)
  if (current && (current.version !== item?.version || current.status !== item.status)) {
    const theirs = draftOf(definition, current)
    // A late response can be older than the saved document.
    const isNews = current.version > (item?.version ?? 0)
    if (!isDirty) {
      setItem(current)
      perform({ kind: 'load', draft: theirs, saved: theirs })
    } else if (isNews) {
      const isTheirsPosted = current.status === 'Posted'
      const met = isTheirsPosted ? { draft: theirs, differences: [] } : mergeDraft(saved, draft, theirs)
      if (isTheirsPosted) setAside(draft)
      setItem(current)
      setDifferences(met.differences)
      perform({ kind: 'load', draft: met.draft, saved: theirs })
    }
  }
  useKeepDraft(base, keptId, {
    version: item?.version ?? null,
    draft: isDirty && !isPosted ? draft : aside,
    begin: saved,
  })

  const load = (as: Draft): void => {
    perform({ kind: 'load', draft: as, saved: as })
    setDifferences([])
  }
  const take = (next: DocumentItem): void => {
    client.setQueryData([base, 'one', next.id], next)
    setItem(next)
    void client.invalidateQueries({ queryKey: [base, 'list'] })
    void client.invalidateQueries({ queryKey: ['/api/inventory/stock'] })
    void client.invalidateQueries({ queryKey: ['/api/inventory/movements'] })
    load(draftOf(definition, next))
    setErrors({})
    setFound(false)
  }

  const save = async (): Promise<DocumentItem> => {
    if (item && !isDirty) return item
    const sent = bodyOf(definition, draft)
    const body = item ? { ...sent, version: item.version } : { ...sent, id: madeId }
    const parsed = (item ? table.contracts.update : table.contracts.create).safeParse(body)
    if (!parsed.success) throw new Unfit(contractErrors(t, parsed.error))
    const next = item
      ? await call(updateOf(table), { params: { id: item.id }, body: body as never })
      : await call(createOf(table), { body: body as never })
    take(next)
    if (!item) {
      onBorn(next.id)
      await navigate({ to: `${path}/${next.id}`, replace: true })
    }
    return next
  }
  const action = useMutation({
    mutationFn: async ({ kind, overrides = [] }: { kind: Action; overrides?: readonly Override[] }) => {
      const query = Object.fromEntries(overrides.map((name) => [name, 'true' as const]))
      if (kind === 'unpost') return call(unpostOf(table), { params: { id: item?.id ?? '' }, query })
      const kept = await save()
      return kind === 'save'
        ? kept
        : call(postOf(table, SalePostingQuery), { params: { id: kept.id }, query })
    },
    onMutate: () => setErrors({}),
    onSuccess: (next, { kind }) => {
      take(next)
      showDone(t(`documents.done_${kind}`))
    },
    onError: (error) => {
      setErrors(error instanceof Unfit ? error.errors : refusalErrors(t, error))
      // Refetch the document as another user has saved it in the meantime.
      if (item && error instanceof Refusal)
        void client.invalidateQueries({ queryKey: [base, 'one', item.id] })
    },
  })
  const remove = useMutation({
    mutationFn: () => call(removeOf(table), { params: { id: item?.id ?? '' } }),
    onSuccess: async () => {
      load(saved)
      await navigate({ to: path })
      client.removeQueries({ queryKey: [base, 'one', item?.id] })
      void client.invalidateQueries({ queryKey: [base] })
      showDone(t('record.deleted'))
    },
    onError: (error) => {
      deleting.close()
      showProblem(t, error)
    },
  })

  const discard = (): void => {
    load(saved)
    setErrors({})
    action.reset()
  }
  const submit = (kind: Action): void => {
    if (!action.isPending) action.mutate({ kind })
  }
  useHotkeys(
    [
      ['mod+S', () => !isReadOnly && submit('save')],
      ['mod+Enter', () => !isPosted && !whyNotPost && submit('post')],
    ],
    [],
  )

  const isUnfit = action.error instanceof Unfit
  const isReturn = item !== null && 'isReturn' in item && item.isReturn === true
  const title = item
    ? t(`${texts}.one${isReturn ? '_return' : ''}`, { number: item.number })
    : t(`${texts}.new`)
  const inputs = (fields: DocumentDefinition['header']) =>
    fields
      .filter(({ isShown }) => isShown?.(draft.header) ?? true)
      .map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          texts="documents"
          value={draft.header[field.name]}
          values={draft.header}
          errors={errors}
          isReadOnly={isReadOnly}
          onChange={(value) => perform({ kind: 'header', name: field.name, value })}
          set={(name, value) => perform({ kind: 'header', name, value })}
        />
      ))
  const isMoreWrong = definition.more.some(({ name }) => name in errors)
  return (
    <div className={record.whole}>
      <PageHeader
        title={title}
        back={{ to: path, label: t(`${texts}.title`) }}
        beside={
          item && <Badge color={isPosted ? 'teal' : 'gray'}>{t(`documentStatus.${item.status}`)}</Badge>
        }
      >
        {item && (
          <>
            {/* The style places this button where it moves no other buttons when it appears. */}
            {isPosted && (
              <ActionButton
                className={classes.unpost ?? ''}
                variant="default"
                loading={action.isPending}
                whyNot={whyNot('unpost') ?? whyBound}
                onClick={() => submit('unpost')}
              >
                {t('documents.unpost')}
              </ActionButton>
            )}
            {definition.actions?.(item)}
            <ActionButton
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
              whyNot={whyNot('create')}
              renderRoot={(props) => (
                <Link to={`${path}/new`} search={{ copyOf: item.id } as never} {...props} />
              )}
            >
              {t('documents.copy')}
            </ActionButton>
            <ActionButton
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              whyNot={isDirty ? t('documents.saveFirst') : undefined}
              onClick={printing.open}
            >
              {t('documents.print')}
            </ActionButton>
          </>
        )}
      </PageHeader>
      <div className={classes.page}>
        {aside && (
          <Alert color="yellow" role="status" title={t('documents.asideTitle')}>
            {t('documents.asideWhy')}
            <Group gap={8} mt={8}>
              {!isReadOnly && (
                <Button
                  size="compact-sm"
                  variant="white"
                  onClick={() => {
                    perform({ kind: 'load', draft: aside })
                    setAside(null)
                  }}
                >
                  {t('documents.useMine')}
                </Button>
              )}
              <Button size="compact-sm" variant="subtle" onClick={() => setAside(null)}>
                {t('documents.dropMine')}
              </Button>
            </Group>
          </Alert>
        )}
        {isFound && isDirty && (
          <Alert color="teal" role="status" title={t('documents.foundTitle')}>
            <Button size="compact-sm" variant="white" onClick={() => load(saved)}>
              {t('record.discard')}
            </Button>
          </Alert>
        )}
        {action.error && !isUnfit && !isMerged(action.error, item?.version) && (
          <Obstacles
            error={action.error}
            lines={draft.lines}
            onShowLine={(index) => setShown({ index })}
            onOverride={(name) => {
              const { kind, overrides = [] } = action.variables ?? {}
              if (kind) action.mutate({ kind, overrides: [...overrides, name] })
            }}
            onClose={action.reset}
          />
        )}
        {differences.length > 0 && (
          <DocumentConflict
            definition={definition}
            draft={draft}
            differences={differences}
            perform={perform}
            onClose={() => {
              setDifferences([])
              action.reset()
            }}
          />
        )}
        {isUnfit && (
          <Alert color="red" role="alert" title={t('documents.unfit')}>
            {Object.keys(errors).some((at) => at.startsWith('lines/')) && t('documents.unfitLines')}
          </Alert>
        )}
        <Warnings warnings={item?.warnings ?? []} onShowLine={(index) => setShown({ index })} />
        <section className={classes.panel}>
          <div className={classes.fields}>{inputs(definition.header)}</div>
          <Button
            className={classes.more ?? ''}
            variant="subtle"
            size="compact-sm"
            aria-expanded={isMore || isMoreWrong}
            onClick={more.toggle}
          >
            {t(isMore ? 'documents.less' : 'documents.more')}
          </Button>
          <Collapse expanded={isMore || isMoreWrong}>
            <div className={classes.fields} style={{ paddingTop: 12 }}>
              {inputs(definition.more)}
            </div>
          </Collapse>
          {item && definition.related?.(item)}
        </section>
        <LineGrid
          definition={definition}
          editing={editing}
          perform={perform}
          terms={terms}
          errors={errors}
          isReadOnly={isReadOnly}
          isPosted={isPosted}
          shown={shown}
          actions={item && !isReadOnly && definition.lineActions?.(item, isDirty)}
        />
        {definition.foot?.({
          header: draft.header,
          sum: isPosted ? item.sum : totalsOf(draft.lines, terms).sum,
          errors,
          isReadOnly,
          set: (name, value) => perform({ kind: 'header', name, value }),
        })}
        <footer className={classes.foot}>
          {!isPosted && (
            <>
              <ActionButton
                loading={action.isPending}
                whyNot={whyNotPost}
                title="Ctrl Enter"
                onClick={() => submit('post')}
              >
                <span className={classes.labels}>
                  {(['saveAndPost', 'post'] as const).map((label) => (
                    <span key={label} aria-hidden={(label === 'saveAndPost') !== isDirty || undefined}>
                      {t(`documents.${label}`)}
                    </span>
                  ))}
                </span>
              </ActionButton>
              <ActionButton
                variant="default"
                loading={action.isPending}
                whyNot={whyNotSave ?? (item !== null && !isDirty ? t('record.isSaved') : undefined)}
                title="Ctrl S"
                onClick={() => submit('save')}
              >
                {t('record.save')}
              </ActionButton>
              <Discard isDirty={isDirty} onDiscard={discard} />
              {item && isAllowed(`${area}.delete` as Permission) && (
                <Button variant="subtle" c="var(--bad-text)" onClick={deleting.open}>
                  {t('record.delete')}
                </Button>
              )}
            </>
          )}
          <Totals
            lines={draft.lines}
            terms={terms}
            item={isPosted ? item : null}
            isPriced={isPricedTable(table.members.line)}
          />
        </footer>
        {item && item.postings.length > 0 && <Postings postings={item.postings} />}
        {isPosted && item && isAllowed('inventory.view') && (
          <section className={classes.lines} aria-label={t('documents.movements')}>
            <Group className={classes.linesHead}>
              <Text fw={600}>{t('documents.movements')}</Text>
            </Group>
            <Movements query={{ documentId: item.id }} without={['document']} />
          </section>
        )}
      </div>
      {isPrinting && item && (
        <PrintDialog
          table={table}
          id={item.id}
          version={item.version}
          title={title}
          onClose={printing.close}
        />
      )}
      <Modal opened={isDeleting} onClose={deleting.close} title={t('record.deleteTitle')}>
        <Text>{t('record.deleteWhy', { name: title })}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={deleting.close} data-autofocus>
            {t('record.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('record.delete')}
          </Button>
        </Group>
      </Modal>
    </div>
  )
}

/** Returns the hub's defaults for omitted fields, so that they are visible. */
function defaults(
  { header, more }: DocumentDefinition,
  vatIncluded: boolean,
  employeeId: string | null,
): Draft['header'] {
  const names = new Set([...header, ...more].map(({ name }) => name))
  return Object.fromEntries(
    Object.entries({
      vatEnabled: true,
      vatIncluded,
      cashierId: employeeId,
      overheadDistribution: 'ByPrice',
      reason: 'Other',
      scope: 'Partial',
      countMode: 'Open',
    }).filter(([name]) => names.has(name as never)),
  )
}

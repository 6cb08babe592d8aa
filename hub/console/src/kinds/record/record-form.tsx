import { Alert, Button, Group, Modal, Paper, Title, Text as Words } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import type { z } from 'zod'
import { createOf, type ResourceTable, removeOf, updateOf } from '#shared/contracts/endpoint.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { Conflict } from '../../forms/conflict.tsx'
import { contractErrors, type FormErrors, isMerged, refusalErrors } from '../../forms/form-errors.ts'
import { intoView } from '../../forms/into-view.ts'
import { type EditedForm, useEdited } from '../../forms/use-edited.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { type Text, useText } from '../../i18n/use-text.ts'
import { ActionButton, useWhyNot } from '../../shell/action-button.tsx'
import { showDone, showProblem } from '../../shell/messages.ts'
import { Discard } from './discard.tsx'
import { FieldInput } from './field-input.tsx'
import { FieldValue, useFieldLabel } from './field-value.tsx'
import classes from './record.module.css'
import type { Field, ItemOf, RecordDefinition, Values } from './record-definition.ts'
import { showSaved } from './undo-message.tsx'
import { valuesOf } from './values-of.ts'

interface RecordFormProps<Table extends ResourceTable> {
  definition: RecordDefinition<Table>
  /** Record to edit, or null for a new one. */
  item: ItemOf<Table> | null
}

/** Form of a record. The input is validated by the contract on saving. */
export function RecordForm<Table extends ResourceTable>({ definition, item }: RecordFormProps<Table>) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isAllowed = useMay()
  const whyNot = useWhyNot()
  const { resource, texts, may } = definition
  const address = useLocation({ select: ({ search }) => search }) as Record<string, string>
  const theirs = useMemo(() => valuesOf(definition, item, address), [definition, item, address])
  const edited = useEdited(theirs, item?.version)
  const { values, set, isDirty } = edited
  const [errors, setErrors] = useState<FormErrors>({})
  const [isDeleting, deleting] = useDisclosure(false)
  // A retry after a lost response reuses the id, so that only one record is created.
  const [id] = useState(() => item?.id ?? newId())
  const isFixed = item !== null && definition.isFixed?.(item) === true
  const whyNotSave = whyNot(item ? may.update : may.create)
  const isReadOnly = isFixed || whyNotSave !== undefined

  const save = useMutation({
    mutationFn: async (sent: Values): Promise<ItemOf<Table>> => {
      if (!item) return (await call(createOf(resource), { body: { ...sent, id } as never })) as ItemOf<Table>
      const body = { ...sent, version: edited.version }
      return (await call(updateOf(resource), {
        params: { id: item.id },
        body: body as never,
      })) as ItemOf<Table>
    },
    onSuccess: (saved, sent) => {
      edited.noteSaved(sent, valuesOf(definition, saved), saved.version)
      client.setQueryData([resource.base, 'one', saved.id], saved)
      void client.invalidateQueries({ queryKey: [resource.base] })
      if (item) showSaved({ t, definition, before: item, saved, client })
      else {
        showDone(t('record.created'))
        void navigate({ to: `${definition.path}/${saved.id}`, replace: true, ignoreBlocker: true })
      }
    },
    onError: (error) => setErrors(refusalErrors(t, error)),
  })

  const remove = useMutation({
    mutationFn: () => call(removeOf(resource), { params: { id } }),
    onSuccess: async () => {
      showDone(t('record.deleted'))
      await navigate({ to: definition.path, ignoreBlocker: true })
      client.removeQueries({ queryKey: [resource.base, 'one', id] })
      void client.invalidateQueries({ queryKey: [resource.base] })
    },
    onError: (error) => {
      deleting.close()
      showProblem(t, error)
    },
  })

  useBlocker({
    shouldBlockFn: () => isDirty && !confirm(t('record.leave')),
    enableBeforeUnload: () => isDirty,
  })

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const contract: z.ZodType = item ? resource.contracts.update : resource.contracts.create
    const parsed = contract.safeParse(item ? { ...values, version: edited.version } : { ...values, id })
    if (!parsed.success) {
      setErrors(contractErrors(t, parsed.error))
      return
    }
    setErrors({})
    save.mutate(values)
  }

  const discard = (): void => {
    edited.reset()
    setErrors({})
    save.reset()
  }
  const shown = definition.sections.map((section) => ({
    ...section,
    fields: section.fields.filter(
      ({ isShown, may }) => (isShown?.(values) ?? true) && (!may || isAllowed(may)),
    ),
  }))
  const unplaced = unplacedText(
    t,
    save.error,
    errors,
    shown.flatMap(({ fields }) => fields.map(({ name }) => name)),
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {unplaced && !isMerged(save.error, edited.version) && (
        <Alert ref={intoView} color="red" role="alert" mb="md">
          {unplaced}
        </Alert>
      )}
      <RecordConflict definition={definition} edited={edited} />
      {shown.map(({ key, fields }) => {
        if (fields.length === 0) return null
        return (
          <Paper key={key ?? 'first'} className={classes.section} component="section">
            {key && (
              <Title order={2} className={classes.sectionTitle}>
                {t(`${texts}.${key}`)}
              </Title>
            )}
            <div className={classes.fields}>
              {fields.map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  texts={texts}
                  value={values[field.name]}
                  values={values}
                  errors={errors}
                  isReadOnly={isReadOnly || field.isFixed?.(item as Values | null) === true}
                  onChange={(value) => set(field.name, value)}
                  set={set}
                />
              ))}
            </div>
          </Paper>
        )
      })}
      {definition.preview?.(values)}
      {!isFixed && (
        <div className={classes.foot}>
          <ActionButton
            type="submit"
            loading={save.isPending}
            whyNot={whyNotSave ?? (item !== null && !isDirty ? t('record.isSaved') : undefined)}
          >
            {t(item ? 'record.save' : 'record.create')}
          </ActionButton>
          {item && <Discard isDirty={isDirty} onDiscard={discard} />}
          {item && may.delete && whyNot(may.delete) === undefined && (
            <Button variant="subtle" c="var(--bad-text)" ml="auto" onClick={deleting.open}>
              {t('record.delete')}
            </Button>
          )}
        </div>
      )}
      <Modal opened={isDeleting} onClose={deleting.close} title={t('record.deleteTitle')}>
        <Words>{t('record.deleteWhy', { name: item ? definition.titleOf(item) : '' })}</Words>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={deleting.close} data-autofocus>
            {t('record.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('record.delete')}
          </Button>
        </Group>
      </Modal>
    </form>
  )
}

/** Shows the differences between the hub and this form, field by field. */
function RecordConflict<Table extends ResourceTable>({
  definition: { sections, texts },
  edited: { differences, values, set, settle },
}: {
  definition: RecordDefinition<Table>
  edited: EditedForm
}) {
  const fieldLabel = useFieldLabel(texts)
  const fields = new Map<string, Field>(
    sections.flatMap(({ fields }) => fields.map((field) => [field.name, field])),
  )
  const fieldOf = (name: string) => must(fields.get(name), 'field')
  return (
    <Conflict
      differences={differences}
      values={values}
      labelOf={(name) => fieldLabel(fieldOf(name))}
      show={(name, value) => (
        <FieldValue field={fieldOf(name)} texts={texts} value={value} values={{ ...values, [name]: value }} />
      )}
      onChoose={set}
      onClose={settle}
    />
  )
}

/**
 * Returns the text of errors that have no visible field, because they concern the whole record or a hidden
 * field. Returns null when there are none.
 */
function unplacedText(t: Text, error: unknown, errors: FormErrors, shown: readonly string[]): string | null {
  const hidden = Object.entries(errors).filter(([at]) => !shown.includes(at.split('/')[0] ?? ''))
  if (hidden.length > 0) return hidden.map(([at, text]) => `${at}: ${text}`).join('; ')
  return error && Object.keys(errors).length === 0 ? problemText(t, error) : null
}

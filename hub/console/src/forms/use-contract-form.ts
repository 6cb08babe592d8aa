import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../i18n/use-text.ts'
import { contractErrors, type FormErrors, isConflict, isMerged, refusalErrors } from './form-errors.ts'
import { type EditedForm, useEdited } from './use-edited.ts'

type Begin = Record<string, unknown>
/** Records that the hub has saved the input. Call it before other components are notified. */
export type NoteSaved = (begin: Begin) => void

/** A form whose fields are those of a request body. */
export interface ContractForm extends Pick<EditedForm, 'values' | 'differences' | 'set' | 'settle'> {
  text: (name: string) => {
    value: string
    onChange: (event: { currentTarget: { value: string } }) => void
    error: string | undefined
  }
  /** Errors by pointer, see `FormErrors`. */
  errors: FormErrors
  isBusy: boolean
  /** Error of the hub that concerns no field of the form. */
  refusal: unknown
  submit: (event: FormEvent) => void
}

/**
 * Form that validates the input by the contract, sends it, and shows the hub's errors at their fields. If
 * `begin` has a version, the form takes over other users' saves. `readAgain` fetches them when a save fails
 * because of one.
 */
export function useContractForm(
  contract: z.ZodType,
  begin: Begin & { version?: number },
  send: (values: never, noteSaved: NoteSaved) => Promise<unknown>,
  readAgain?: () => void,
): ContractForm {
  const t = useText()
  const edited = useEdited(...membersOf(begin))
  const { version, values, differences, set, settle } = edited
  const [errors, setErrors] = useState<FormErrors>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const sent = version === undefined ? values : { ...values, version }
    const parsed = contract.safeParse(sent)
    setRefusal(null)
    setErrors(parsed.success ? {} : contractErrors(t, parsed.error))
    if (!parsed.success) return
    setBusy(true)
    send(sent as never, (saved) => edited.noteSaved(values, ...membersOf(saved)))
      .catch((error: unknown) => {
        if (isConflict(error)) readAgain?.()
        const placed = refusalErrors(t, error)
        setErrors(placed)
        const isPlaced = Object.keys(placed).some((name) => name in begin)
        setRefusal(isPlaced ? null : error)
      })
      .finally(() => setBusy(false))
  }
  return {
    text: (name) => ({
      value: (values[name] as string | undefined) ?? '',
      // Empty fields are omitted.
      onChange: ({ currentTarget }) => set(name, currentTarget.value || undefined),
      error: errors[name],
    }),
    values,
    differences,
    errors,
    set,
    settle,
    isBusy,
    submit,
    refusal: isMerged(refusal, version) ? null : refusal,
  }
}

const membersOf = ({ version, ...members }: Begin): [Begin, number | undefined] => [
  members,
  version as number | undefined,
]

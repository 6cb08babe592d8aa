import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBarcode } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { QUICK_SEARCH, type QuickSearchItem } from '#shared/contracts/catalog/products.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import classes from './document.module.css'
import { isTable } from './pasted.ts'

const TYPED_MS = 150
const SHOWN = 12
/** Format of scanned barcodes: seven or more digits. */
const BARCODE = /^\d{7,}$/

interface ProductSearchProps {
  field: Ref<HTMLInputElement>
  onScan: (barcode: string) => void
  onPick: (item: QuickSearchItem) => void
  onPaste: (table: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Product search in the last row of the lines, by name (with typing errors), code, article or barcode. */
export function ProductSearch({ field, onScan, onPick, onPaste, onKeyDown }: ProductSearchProps) {
  const t = useText()
  const format = useFormat()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), TYPED_MS)
  // Set when Enter was pressed before the response arrived.
  const isAwaited = useRef(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data, isFetching } = useQuery({
    queryKey: [QUICK_SEARCH.path, typed],
    enabled: typed.length > 1 && !BARCODE.test(typed),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { items } = await call(QUICK_SEARCH, { query: { query: typed, limit: SHOWN }, signal })
      return { typed, items }
    },
  })
  const items = text.trim() === '' ? [] : (data?.items ?? [])
  const isCurrent = data?.typed === text.trim()

  const pick = (item: QuickSearchItem): void => {
    setText('')
    isAwaited.current = false
    combobox.closeDropdown()
    onPick(item)
  }
  useEffect(() => {
    const [only, ...others] = items
    if (isAwaited.current && isCurrent && only && others.length === 0) pick(only)
  })

  const enter = (event: KeyboardEvent): void => {
    const wanted = text.trim()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) {
      onKeyDown(event)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (wanted === '') return
    if (BARCODE.test(wanted)) {
      // Clear immediately, because the next scan may already be arriving.
      setText('')
      onScan(wanted)
      return
    }
    const chosen = items[Math.max(0, combobox.getSelectedOptionIndex())]
    if (isCurrent && chosen) pick(chosen)
    else isAwaited.current = true
  }
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!isTable(pasted)) return
    event.preventDefault()
    onPaste(pasted)
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const item = items.find((one) => one.id === id)
        if (item) pick(item)
      }}
    >
      <Combobox.Target withKeyboardNavigation>
        <TextInput
          ref={field}
          className={classes.search ?? ''}
          aria-label={t('documents.addProduct')}
          placeholder={t('documents.addProductHint')}
          leftSection={isFetching ? <Loader size={14} /> : <IconBarcode size={17} aria-hidden />}
          value={text}
          onChange={(event) => {
            isAwaited.current = false
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          // Runs before the result list handles Enter.
          onKeyDownCapture={enter}
          onPaste={paste}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim().length < 2 || BARCODE.test(text.trim())}>
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }}>
          {items.map((item) => (
            <Combobox.Option key={item.id} value={item.id} className={classes.found ?? ''}>
              <span>
                {item.name}
                <Text span size="xs" c="dimmed" ml={8}>
                  {[item.code, item.article, item.barcode].filter(Boolean).join(' · ')}
                </Text>
              </span>
              <Text span size="sm">
                {format.amount(item.retailPrice)}
              </Text>
            </Combobox.Option>
          ))}
          {items.length === 0 && (
            <Combobox.Empty>
              {t(isFetching || !isCurrent ? 'list.searching' : 'list.nothingFound')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

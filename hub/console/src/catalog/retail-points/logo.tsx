import { Button, FileButton, Group, Paper, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  PUT_RETAIL_POINT_LOGO,
  REMOVE_RETAIL_POINT_LOGO,
  RETAIL_POINTS,
  type RetailPoint,
} from '#shared/contracts/catalog/retail-points.ts'
import { call, upload } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { showProblem } from '../../shell/messages.ts'
import panel from '../panel.module.css'
import classes from './retail-points.module.css'

/** Logo at the top of receipts. Changes are saved immediately. */
export function Logo({ retailPoint: { id, logoUrl } }: { retailPoint: RetailPoint }) {
  const t = useText()
  const client = useQueryClient()
  const mayChange = useMay()('catalog.update')
  const change = useMutation({
    mutationFn: (file: File | null): Promise<unknown> =>
      file
        ? upload(PUT_RETAIL_POINT_LOGO, file, { params: { id } })
        : call(REMOVE_RETAIL_POINT_LOGO, { params: { id } }),
    onError: (error) => showProblem(t, error),
    onSettled: () => client.invalidateQueries({ queryKey: [RETAIL_POINTS.base] }),
  })
  return (
    <Paper component="section" className={panel.panel}>
      <Title order={2} className={panel.title}>
        {t('retailPoints.logo')}
      </Title>
      {logoUrl ? (
        <img className={classes.logo} src={logoUrl} alt={t('retailPoints.logo')} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('retailPoints.noLogo')}
        </Text>
      )}
      {mayChange && (
        <Group gap={8} mt={10}>
          <FileButton
            accept="image/jpeg,image/png,image/webp"
            onChange={(file) => file && change.mutate(file)}
          >
            {(props) => (
              <Button {...props} size="compact-md" variant="default" loading={change.isPending}>
                {t('retailPoints.chooseLogo')}
              </Button>
            )}
          </FileButton>
          {logoUrl && (
            <Button size="compact-md" variant="subtle" onClick={() => change.mutate(null)}>
              {t('retailPoints.removeLogo')}
            </Button>
          )}
        </Group>
      )}
    </Paper>
  )
}

import { ActionIcon, Badge, Paper, Text, Title, Tooltip } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconPhotoPlus, IconStar, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MAX_IMAGE_BYTES, MAX_IMAGES_PER_PRODUCT } from '#shared/catalog/image-limits.ts'
import {
  ADD_PRODUCT_IMAGE,
  CHOOSE_MAIN_IMAGE,
  DELETE_PRODUCT_IMAGE,
  ImageType,
} from '#shared/contracts/catalog/product-images.ts'
import { PRODUCTS, type Product } from '#shared/contracts/catalog/products.ts'
import { call, upload } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { showProblem, showRefused } from '../../shell/messages.ts'
import panel from '../panel.module.css'
import classes from './pictures.module.css'

/** Pictures of a product. Changes are saved immediately, independently of the form. */
export function Pictures({ product: { id: productId, images, name } }: { product: Product }) {
  const t = useText()
  const client = useQueryClient()
  const mayChange = useMay()('catalog.update')
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => showProblem(t, error),
    onSettled: () => client.invalidateQueries({ queryKey: [PRODUCTS.base] }),
  })
  const add = async (files: File[]): Promise<void> => {
    for (const file of files) await upload(ADD_PRODUCT_IMAGE, file, { params: { productId } })
  }
  return (
    <Paper component="section" className={panel.panel}>
      <Title order={2} className={panel.title}>
        {t('products.pictures')}
      </Title>
      {images.length > 0 && (
        <ul className={classes.pictures}>
          {images.map((image) => (
            <li key={image.id} className={classes.picture}>
              <a href={image.url} target="_blank" rel="noreferrer">
                <img src={image.thumbUrl} alt={name} loading="lazy" />
              </a>
              {image.isMain && (
                <Badge size="xs" className={classes.main}>
                  {t('products.mainPicture')}
                </Badge>
              )}
              {mayChange && (
                <div className={classes.actions}>
                  {!image.isMain && (
                    <Tooltip label={t('products.chooseMain')}>
                      <ActionIcon
                        size={26}
                        variant="default"
                        aria-label={t('products.chooseMain')}
                        onClick={() =>
                          change.mutate(() =>
                            call(CHOOSE_MAIN_IMAGE, { params: { productId, imageId: image.id } }),
                          )
                        }
                      >
                        <IconStar size={14} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  )}
                  <Tooltip label={t('products.deletePicture')}>
                    <ActionIcon
                      size={26}
                      variant="default"
                      aria-label={t('products.deletePicture')}
                      onClick={() =>
                        change.mutate(() =>
                          call(DELETE_PRODUCT_IMAGE, { params: { productId, imageId: image.id } }),
                        )
                      }
                    >
                      <IconTrash size={14} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && images.length < MAX_IMAGES_PER_PRODUCT && (
        <Dropzone
          className={classes.drop}
          accept={ImageType.options}
          maxSize={MAX_IMAGE_BYTES}
          maxFiles={MAX_IMAGES_PER_PRODUCT - images.length}
          loading={change.isPending}
          onDrop={(files: File[]) => change.mutate(() => add(files))}
          onReject={() => showRefused(t('products.pictureRefused'))}
          inputProps={{ 'aria-label': t('products.addPictures') }}
        >
          <IconPhotoPlus size={26} stroke={1.5} aria-hidden />
          <Text size="sm">{t('products.addPictures')}</Text>
          <Text size="xs" c="dimmed">
            {t('products.addPicturesWhy')}
          </Text>
        </Dropzone>
      )}
      {!mayChange && images.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('products.noPictures')}
        </Text>
      )}
    </Paper>
  )
}

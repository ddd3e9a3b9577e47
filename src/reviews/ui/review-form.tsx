import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { submittedList, type FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { TextareaField } from "#ui/field.tsx";
import { useFormDraft, type FormDraft } from "#ui/form-draft.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import type { SendPicture } from "#ui/image-field/use-pictures.ts";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { RatingInput } from "#ui/rating.tsx";
import { unsentPictures } from "#ui/image-field/unsent-pictures.ts";
import { uploadForm } from "#ui/upload-form.ts";
import type { ReviewLine } from "../contract.ts";
import { areReviewPicturesOpen, maxReviewLength, maxReviewPictures } from "../rules.ts";
import { ConfirmContacts } from "./confirm-contacts.tsx";
import { ReviewedProduct } from "./reviewed-product.tsx";
import { knownPicture, pictureValue, type KnownPicture } from "./form-pictures.ts";
import styles from "./reviews.module.css";

const labels: Record<string, string> = { rating: "Nilai", text: "Cerita", picture_ids: "Foto" };

type FormProps = { line: ReviewLine; failure: FormFailure | undefined };

/** The form of the buyer's review of one line. Without scripts the pictures are sent with the form. */
export function ReviewForm({ line, failure }: FormProps) {
  const draft = useFormDraft({
    failure: failure?.values.intent === "remove" ? undefined : failure,
    base: JSON.stringify(line.review ? { ...line.review, reply: undefined } : null),
  });
  return <ReviewFields key={draft.key} {...{ line, failure, draft }} />;
}

function ReviewFields({ line, failure, draft }: FormProps & { draft: FormDraft }) {
  const { state } = useNavigation();
  const [sending, setSending] = useState(false);
  const { review } = line;
  const own = failure?.values.intent === "remove" ? undefined : failure;
  const { typed } = draft;
  const values = typed?.values;
  const errors = own?.fields ?? {};
  const chosen =
    values?.known?.split("\n").flatMap(knownPicture) ??
    (typed === own ? undefined : submittedList(typed, "picture")?.flatMap(knownPicture));
  const pictures: KnownPicture[] = chosen ?? review?.pictures ?? [];
  const takesPictures = areReviewPicturesOpen() && !review?.pictures_hidden_reason;
  const removed = submittedList(typed, "remove_picture");
  return (
    <div className={styles.stack}>
      <header className={styles.title}>
        <BackLink href={reviewHrefs.buyerReviews()}>Ulasan saya</BackLink>
        <h1>{review ? "Ubah ulasan" : "Tulis ulasan"}</h1>
      </header>
      <Panel>
        <ReviewedProduct line={line} />
        {line.open_until === null ? (
          <Notice tone="warning" title="Ulasan ini tidak bisa ditulis atau diubah lagi">
            {review?.state === "refunded"
              ? "Dana barang ini sudah dikembalikan seluruhnya."
              : review?.state === "hidden"
                ? `Tim kami menyembunyikannya. Alasan: ${review.hidden_reason}`
                : "Waktunya sudah lewat."}
          </Notice>
        ) : (
          <Form {...draft.form} method="post" encType="multipart/form-data" className={styles.form}>
            <input type="hidden" name="intent" value="save" />
            {draft.notice}
            <ConfirmContacts failure={own} />
            <FormNotice failure={own} labelOf={(field) => labels[field]} />
            <RatingInput
              label="Nilai barang ini"
              name="rating"
              defaultValue={Number(values?.rating ?? review?.rating ?? 0)}
              errors={errors.rating}
            />
            <TextareaField
              label="Cerita Anda"
              name="text"
              rows={6}
              required={false}
              maxLength={maxReviewLength}
              hint="Tulis tentang barangnya: bahan, ukuran, rasa, kemasan. Nomor telepon, email, dan tautan tidak tampil kepada pembaca."
              defaultValue={values?.text ?? review?.text}
              errors={errors.text}
            />
            {review?.pictures_hidden_reason && (
              <Notice title="Foto ulasan ini disembunyikan tim kami">
                Alasan: {review.pictures_hidden_reason} Anda bisa menghapusnya, atau mengajukan keberatan di{" "}
                <a className="link" href={reviewHrefs.reports()}>
                  Laporan
                </a>
                .
              </Notice>
            )}
            {takesPictures && (
              <ImageField
                label="Foto barang"
                name="picture"
                required={false}
                most={maxReviewPictures}
                hint="Foto dilihat semua orang, tanpa tempat dan kamera."
                saved={pictures.map((picture, at) => ({
                  value: pictureValue(picture),
                  src: hrefs.picture(picture.key, 400, "webp"),
                  name: `foto ${at + 1}`,
                }))}
                send={sendPicture}
                onBusy={setSending}
                onValues={(all) => {
                  if (all.join() !== pictures.map(pictureValue).join()) draft.save();
                }}
                errors={errors.picture_ids}
              />
            )}
            {pictures.length > 0 &&
              (takesPictures ? (
                <noscript>
                  <PictureRemoval pictures={pictures} removed={removed} />
                </noscript>
              ) : (
                <>
                  {pictures.map((picture) => (
                    <input key={picture.id} type="hidden" name="picture" value={pictureValue(picture)} />
                  ))}
                  <PictureRemoval pictures={pictures} removed={removed} errors={errors.picture_ids} />
                </>
              ))}
            <div className={styles.buttons}>
              <Button busy={state === "submitting"}>{review ? "Simpan perubahan" : "Kirim ulasan"}</Button>
              <ButtonLink variant="ghost" href={reviewHrefs.buyerReviews()} onClick={draft.cancel}>
                Batal
              </ButtonLink>
              <p role="status">{sending && unsentPictures}</p>
            </div>
            <p className={styles.small}>
              Bisa diubah sampai {formatDate(new Date(line.open_until))}. Nama Anda tampil sebagai nama depan dan satu
              huruf.
            </p>
          </Form>
        )}
        {review?.reply && (
          <div className={styles.reply}>
            <b>Balasan penjual</b>
            <p>{review.reply}</p>
          </div>
        )}
      </Panel>
      {review && (
        <ConfirmForm
          intent="remove"
          label="Hapus ulasan"
          question="Bintang, cerita, foto, dan balasan penjual dihapus. Jumlah ulasan yang ditarik penulisnya tetap tampil di halaman produk, tanpa nama."
          confirm="Ya, hapus ulasan"
          look="danger"
          failure={failure}
        />
      )}
    </div>
  );
}

/** Which of the review's pictures are removed when it is saved. */
function PictureRemoval({
  pictures,
  removed,
  errors = [],
}: {
  pictures: readonly KnownPicture[];
  removed: readonly string[] | undefined;
  errors?: readonly string[] | undefined;
}) {
  return (
    <fieldset className={styles.plain}>
      <legend>Hapus foto</legend>
      {pictures.map((picture, at) => (
        <label key={picture.id}>
          <input
            type="checkbox"
            name="remove_picture"
            value={picture.id}
            defaultChecked={removed?.includes(picture.id)}
          />{" "}
          Foto {at + 1}
        </label>
      ))}
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </fieldset>
  );
}

const sendPicture: SendPicture = async (picture, options) => {
  const sent = new FormData();
  sent.append("alt", "Foto pembeli");
  sent.append("picture", picture);
  const { data } = (await uploadForm("/v1/media/pictures", sent, options)) as { data: KnownPicture };
  return { value: pictureValue(data) };
};

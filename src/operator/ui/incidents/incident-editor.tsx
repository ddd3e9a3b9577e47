import type { FormFailure } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { DraftForm } from "#ui/form-draft.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { ShownIncident, Status } from "../../incidents/contract.ts";
import { componentNames, components, impactNames, impacts, incidentLengths } from "../../incidents/rules.ts";
import { Incident } from "./status-view.tsx";
import styles from "./status-view.module.css";

const impactOptions = impactNames.map((value) => ({ value, label: impacts[value].label }));

/** The incidents that go on, with the form that says more, and the form for a new one. */
export function IncidentEditor({ status: { open }, failure }: { status: Status; failure: FormFailure | undefined }) {
  const own = failure?.values.intent === "open" ? failure : undefined;
  const isElsewhere = failure && !own && !open.some(({ id }) => failure.values.intent === `update ${id}`);
  return (
    <>
      <h1>Gangguan dan pemeliharaan</h1>
      <p className={styles.small}>
        Yang Anda tulis di sini langsung tampil untuk semua orang di{" "}
        <a className="link" href={operatorHrefs.status()}>
          halaman status
        </a>
        . Pita di atas setiap halaman ada di Pengaturan, Pengumuman.
      </p>
      <FormNotice failure={isElsewhere ? failure : undefined} alone />
      {open.length === 0 && <EmptyState>Tidak ada gangguan yang terbuka.</EmptyState>}
      {open.map((incident) => (
        <section key={incident.id} className={styles.list} aria-label={incident.title}>
          <Incident incident={incident} />
          <Update incident={incident} failure={failure} />
        </section>
      ))}
      <Panel title="Gangguan baru">
        {/* A published incident leaves an empty form. */}
        <DraftForm
          method="post"
          className={styles.list}
          key={open[0]?.id ?? "none"}
          failure={own}
          name="open"
          subject="incidents"
        >
          {(typed) => (
            <>
              <input type="hidden" name="intent" value="open" />
              <FormNotice failure={own} />
              <SelectField
                label="Bagian"
                name="component"
                empty="Pilih bagian"
                defaultValue={typed?.values.component ?? ""}
                options={componentNames.map((value) => ({ value, label: components[value].label }))}
                errors={own?.fields.component}
              />
              <SelectField
                label="Dampak"
                name="impact"
                empty="Pilih dampak"
                defaultValue={typed?.values.impact ?? ""}
                options={impactOptions}
                errors={own?.fields.impact}
              />
              <TextField
                label="Judul"
                name="title"
                maxLength={incidentLengths.title.max}
                defaultValue={typed?.values.title}
                errors={own?.fields.title}
              />
              <TextareaField
                label="Yang terjadi, dan sampai kapan"
                name="text"
                rows={4}
                minLength={incidentLengths.text.min}
                maxLength={incidentLengths.text.max}
                defaultValue={typed?.values.text}
                errors={own?.fields.text}
              />
              <div>
                <Button>Tampilkan</Button>
              </div>
            </>
          )}
        </DraftForm>
      </Panel>
    </>
  );
}

function Update({ incident, failure }: { incident: ShownIncident; failure: FormFailure | undefined }) {
  const intent = `update ${incident.id}`;
  const own = failure?.values.intent === intent ? failure : undefined;
  return (
    <Panel title="Kabar berikutnya">
      <DraftForm
        method="post"
        className={styles.list}
        key={incident.version}
        failure={own}
        base={String(incident.version)}
        name={intent}
        subject="incidents"
      >
        {(typed) => (
          <>
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="version" value={incident.version} />
            <FormNotice failure={own} />
            <SelectField
              label="Dampak sekarang"
              name="impact"
              defaultValue={typed?.values.impact ?? incident.impact}
              options={impactOptions}
              errors={own?.fields.impact}
            />
            <TextareaField
              label="Kabar"
              name="text"
              rows={3}
              minLength={incidentLengths.text.min}
              maxLength={incidentLengths.text.max}
              defaultValue={typed?.values.text}
              errors={own?.fields.text}
            />
            <CheckboxField label="Sudah selesai" name="ends" defaultChecked={typed?.values.ends === "1"} />
            <div>
              <Button>Simpan kabar</Button>
            </div>
          </>
        )}
      </DraftForm>
    </Panel>
  );
}

/** The AI of the site: its provider, what it is told, what it costs, what it has cost. docs/ai.md */
import { useCallback } from "react";
import { readAiProvider, readAiSettings, readAiSiteUsage } from "#app/live/ai/ai-api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { ProviderPart } from "./provider-part.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SiteUsage } from "./site-usage.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/ai.css";

export function Ai() {
  const read = useCallback(async (signal: AbortSignal) => {
    const [provider, settings, usage] = await Promise.all([
      readAiProvider(signal),
      readAiSettings(signal),
      readAiSiteUsage(signal),
    ]);
    return { provider, settings, usage };
  }, []);
  const { value, problem, refresh } = useFresh(read, problemText);
  const again = () => void refresh();
  if (value === undefined) {
    if (problem === undefined) return <SkeletonForm fields={6} />;
    return <ProblemNote text={problem} onRetry={again} />;
  }
  const { provider, settings, usage } = value;
  return (
    <div className="ai-parts">
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={again} />}
      <ProviderPart provider={provider} />
      <SettingsForm stored={settings} onSaved={refresh} />
      <SiteUsage usage={usage} siteDaily={settings.siteDaily} />
    </div>
  );
}

import { UntrustedText } from "@/components/ui/untrusted-text";

/** One line of a workflow's text: its indentation as it is, and what wraps begins below it. */
export function SourceLine({ text }: { text: string }) {
  if (text === "") return <br />;
  const indentation = /^ */.exec(text)![0];
  const width = `${indentation.length}ch`;
  return (
    <span className="block whitespace-pre-wrap" style={{ paddingLeft: width, textIndent: `-${width}` }}>
      {indentation}
      <UntrustedText>{text.slice(indentation.length)}</UntrustedText>
    </span>
  );
}

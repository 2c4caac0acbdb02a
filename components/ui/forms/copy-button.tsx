"use client";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";

interface CopyButtonProps {
  text: string;
  /** The words for it after "Copy", such as "the address". */
  subject: string;
}

/** Copies a text and says so. Without permission to the clipboard it asks for the person's hand. */
export function CopyButton({ text, subject }: CopyButtonProps) {
  const [words, setWords] = useState("Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWords("Copied");
      announce(`Copied ${subject}`);
    } catch {
      setWords("Select by hand");
    }
  };
  return (
    <Button size="small" aria-label={`${words} ${subject}`} onClick={() => void copy()}>
      {words}
    </Button>
  );
}

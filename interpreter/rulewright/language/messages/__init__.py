"""The words of every diagnostic: one `Complaint` each, told where the mistake is found with a place and facts."""

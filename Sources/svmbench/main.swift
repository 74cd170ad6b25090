print("svmbench")
